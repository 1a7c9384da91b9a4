import { signIn } from './screens.ts';
import { addFault, clearFaults, signInByForm } from './support/sign-in-by-form.ts';
import { expect, test } from './support/test.ts';

const anna = 'anna.lindqvist@example.com';

test.describe('a page that crashes', () => {
  // React logs the error.
  test.use({ expectedConsole: [/TypeError/] });

  test('shows the report number and recovers', async ({ page, stack }) => {
    await signInByForm(page, stack, anna);
    await addFault(stack, { method: 'GET', path: '/web/v1/profile', status: 200, body: { profile: { email: 5 } } });
    const reported = page.waitForRequest(
      (request) => request.url().endsWith('/reports') && request.postData()?.includes('TypeError') === true,
    );
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    const shown = page.getByRole('definition').first();
    await expect(shown).toHaveText(/^[0-9a-f]{32}$/);
    expect((await reported).postDataJSON()).toMatchObject({
      event_id: await shown.textContent(),
      exception: { values: [{ type: 'TypeError' }] },
      tags: { page: '/profile' },
    });
    await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', /^http/);
    await clearFaults(stack);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('main')).toContainText(anna);
  });
});

test.describe('a release while the page is open', () => {
  test.use({ expectedConsole: [/ERR_FAILED|Failed to fetch dynamically imported module/] });

  test('causes one reload', async ({ page, stack }) => {
    await page.route(/\/profile-page-[^/]*\.js$/, (route) => route.abort(), { times: 2 });
    await signInByForm(page, stack, anna);
    await expect(page.getByRole('main')).toContainText(anna);
  });

  test('never causes a reload loop', async ({ page }) => {
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.route(/\/account-code-page-[^/]*\.js$/, (route) => route.abort());
    await page.goto('/enter/account-code');
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    expect(loads).toBe(2);
  });

  test('never causes a reload loop when only a lazy part fails', async ({ page, stack }) => {
    await signInByForm(page, stack, anna);
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.route(/\/devices-area-[^/]*\.js$/, (route) => route.abort());
    await page.goto('/profile?profile_section=DEVICES');
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    expect(loads).toBeLessThanOrEqual(2);
  });

  test('leaves Back working', async ({ page, stack }) => {
    await signInByForm(page, stack, anna);
    await page.route(/\/devices-area-[^/]*\.js$/, (route) => route.abort());
    await page.getByRole('link', { name: 'Devices' }).click();
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(anna);
    await page.goForward();
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  });

  for (const { dialog, email, name } of [
    { dialog: 'cancel-dialog', email: anna, name: 'Cancel subscription' },
    { dialog: 'payment-method-dialog', email: anna, name: 'Change payment method' },
    { dialog: 'citizenship-dialog', email: 'verify-me@example.com', name: 'Verify with Diia' },
  ]) {
    test(`causes one reload when ${dialog} is opened, and says so afterwards`, async ({ page, stack }) => {
      await signIn(page, stack, email);
      await page.route(new RegExp(`/${dialog}-[^/]*\\.js$`), (route) => route.abort());
      await page.goto('/profile?profile_section=BILLING');
      const open = page.getByRole('button', { name, exact: true });
      const reloaded = page.waitForEvent('load');
      await open.click();
      await reloaded;
      await open.click();
      await expect(page.getByText('Something went wrong, please try again later')).toBeVisible();
      await expect(open).toBeEnabled();
    });
  }
});
