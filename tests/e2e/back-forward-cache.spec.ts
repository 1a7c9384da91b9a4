import { signInByForm } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const anna = 'anna.lindqvist@example.com';

test('Back after signing out in another tab shows no account data', async ({ page, context, stack }) => {
  await signInByForm(page, stack, anna);
  await expect(page.getByRole('main')).toContainText(anna);
  await page.goto(`${stack.sandboxOrigin}/site/`);
  const other = await context.newPage();
  await other.goto('/profile');
  await other.getByRole('button', { name: 'Sign out' }).first().click();
  await expect(other).toHaveURL('/enter');

  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/web/v1/')) reads.push(request.url());
  });
  await page.goBack();
  await expect(page).toHaveURL('/enter');
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  expect(await page.content()).not.toContain(anna);
  expect(reads).toEqual([]);
});

test('a page restored from the back-forward cache checks its session', async ({ page, context, stack }) => {
  await signInByForm(page, stack, anna);
  await expect(page.getByRole('main')).toContainText(anna);
  const restore = async () => {
    const asked = page.waitForResponse(`${stack.origin}/session`);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await asked;
  };
  // Everything is read again. Without its cookies, that read would end the session before the next check does.
  const loaded = page.waitForResponse('**/web/v1/profile*');
  await restore();
  await loaded;
  await expect(page.getByRole('main')).toContainText(anna);

  await context.clearCookies({ name: /token/ });
  await restore();
  await expect(page).toHaveURL('/enter');
  expect(await page.content()).not.toContain(anna);
});
