import { findPermanentToken } from './support/accounts.ts';
import { readCode } from './support/mails.ts';
import { pressDeliberately } from './support/press-deliberately.ts';
import { codeField, emailField, signInByForm } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const anna = 'anna.lindqvist@example.com';

test.describe('a visitor from the order page', () => {
  test.use({ expectedConsole: [/status of 404/] });

  test('returns there with the original parameters after signing in', async ({ page, stack }) => {
    await page.goto('/enter?from=order/upgrade/&plan=binge-1m');
    await emailField(page).fill(anna);
    await page.keyboard.press('Enter');
    await codeField(page).fill(await readCode(stack, anna));
    await page.waitForURL(`${stack.sandboxOrigin}/upgrade/?plan=binge-1m`);
  });

  test('returns immediately when already signed in, and only once', async ({ page, stack }) => {
    await signInByForm(page, stack, anna);
    await page.goto('/enter?from=order');
    await page.waitForURL(`${stack.sandboxOrigin}/guest-upgrade/`);
    await page.goto('/profile');
    await expect(page.getByRole('main')).toContainText(anna);
  });

  test('sees for three seconds whose account a link has signed in, and then returns there', async ({ page, stack }) => {
    await page.clock.install();
    await page.goto(`/enter?from=order/upgrade/&token=${await findPermanentToken(stack, anna)}`);
    await expect(page.getByRole('status').filter({ hasText: `Signed in as ${anna}` })).toBeVisible();
    await page.clock.runFor(2_000);
    await expect(page).toHaveURL('/profile');
    await page.clock.runFor(1_500);
    await page.waitForURL(`${stack.sandboxOrigin}/upgrade/`);
  });

  test('sees the name again, and then returns there, after a reload that came too early', async ({ page, stack }) => {
    await page.goto(`/enter?from=order/upgrade/&token=${await findPermanentToken(stack, anna)}`);
    const notice = page.getByRole('status').filter({ hasText: `Signed in as ${anna}` });
    await expect(notice).toBeVisible();
    await page.reload();
    await expect(notice).toBeVisible();
    await page.waitForURL(`${stack.sandboxOrigin}/upgrade/`);
  });

  for (const { of, name, value } of [
    { of: 'no time', name: 'account_unconfirmed', value: 'x' },
    { of: 'a time to come', name: 'account_unconfirmed', value: '9999999999999' },
    { of: 'another name', name: 'x', value: 'account_unconfirmed=' },
  ]) {
    test(`returns there in spite of another host’s mark of ${of}`, async ({ page, context, stack }) => {
      await signInByForm(page, stack, anna);
      const { hostname } = new URL(stack.origin);
      await context.addCookies([{ name, value, domain: hostname, path: '/' }]);
      await page.goto('/enter?from=order/upgrade/');
      await page.waitForURL(`${stack.sandboxOrigin}/upgrade/`);
    });
  }

  test('returns there in spite of another host’s marks of the next seconds', async ({ page, context, stack }) => {
    await signInByForm(page, stack, anna);
    const { hostname } = new URL(stack.origin);
    const mark = (path: string, afterMs: number) => ({
      name: 'account_unconfirmed',
      value: String(Date.now() + afterMs),
      domain: hostname,
      path,
    });
    await context.addCookies([mark('/', 2_000), mark('/profile', 4_000)]);
    await page.goto('/enter?from=order/upgrade/');
    await page.waitForURL(`${stack.sandboxOrigin}/upgrade/`);
  });

  test.describe('with a deleted account', () => {
    test.use({ expectedConsole: [/status of 40[04]/] });

    test('sees the name after the message of a restored account, before it returns there', async ({ page, stack }) => {
      const deleted = 'deleted@example.com';
      await page.goto(`/enter?from=order/upgrade/&token=${await findPermanentToken(stack, deleted)}`);
      await pressDeliberately(page.getByRole('button', { name: 'Restore account' }));
      await expect(page.getByText('has been restored')).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: `Signed in as ${deleted}` })).toBeVisible();
      await page.waitForURL(`${stack.sandboxOrigin}/upgrade/`);
    });
  });
});

test('a link that opens a dialog names its account before the dialog covers the name', async ({ page, stack }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.clock.install();
  const token = await findPermanentToken(stack, anna);
  await page.goto(`/profile?profile_section=DEVICES&add_new_device=mobile&token=${token}`);
  await expect(page.getByRole('status').filter({ hasText: `Signed in as ${anna}` })).toBeVisible();
  await page.clock.runFor(2_500);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.clock.runFor(1_000);
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a link with a token signs in, names the account, and leaves no token in the URL', async ({ page, stack }) => {
  const token = await findPermanentToken(stack, anna);
  await page.goto(`/profile?token=${token}`);
  await expect(page.getByRole('status').filter({ hasText: `Signed in as ${anna}` })).toBeVisible();
  expect(page.url()).toBe(`${stack.origin}/profile`);
  await page.reload();
  await expect(page.getByRole('main')).toContainText(anna);
  await expect(page.getByText(`Signed in as ${anna}`)).toHaveCount(0);
});

test('a link of an account without an email names the account’s id', async ({ page, stack }) => {
  const token = await findPermanentToken(stack, 'no-email@example.com');
  await page.goto(`/profile?token=${token}`);
  await expect(page.getByRole('status').filter({ hasText: /Signed in as [0-9a-f-]{36}$/ })).toBeVisible();
  await page.goto(`/profile?token=${await findPermanentToken(stack, anna)}`);
  await expect(page.getByText(/^You’re signed in as [0-9a-f-]{36}$/)).toBeVisible();
});

test('dataLayer gets sign_up for a new account and sign_in for an older one, and nothing after a reload', async ({
  page,
  stack,
}) => {
  const events = () => page.evaluate(() => ('dataLayer' in window ? window.dataLayer : undefined));
  await signInByForm(page, stack, `new-${Date.now()}@example.com`);
  await expect.poll(events).toEqual([{ event: 'sign_up', account_type: 'free' }]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signInByForm(page, stack, anna);
  await expect.poll(events).toEqual([{ event: 'sign_in', account_type: 'subscription' }]);
  await page.reload();
  await expect(page.getByRole('main')).toContainText(anna);
  expect(await events()).toBeUndefined();
});

test('an email change is confirmed once, and the URL becomes /profile again', async ({ page, stack }) => {
  await signInByForm(page, stack, anna);
  await page.goto('/profile?profile_notif=emailChanged');
  await expect(page.getByRole('status').filter({ hasText: 'Email has been changed successfully' })).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
});

test('social sign-in links go through the gateway', async ({ page }) => {
  await page.goto('/enter');
  for (const [name, provider] of [
    ['Google', 'google'],
    ['Apple', 'apple'],
    ['Setapp', 'setapp'],
  ] as const) {
    await expect(page.getByRole('link', { name: `Continue with ${name}` })).toHaveAttribute(
      'href',
      `/web/v1/account/oauth/${provider}/login`,
    );
  }
});
