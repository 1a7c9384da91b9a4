import type { Page } from '@playwright/test';
import { revalidate } from './support/revalidate.ts';
import { screenTitle } from './support/screen-title.ts';
import { signIn, signInByForm, signInByToken } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const anna = 'anna.lindqvist@example.com';

/** Counts the documents that a page requests from now on. A page that reloads early has no `load` event. */
function countDocuments(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) count += 1;
  });
  return () => count;
}

test.describe('a section that crashes', () => {
  // React logs the error.
  test.use({ expectedConsole: [/TypeError/] });

  test('keeps menu and sign-out, shows the report number and recovers', async ({ page, stack }) => {
    await signInByForm(page, stack, anna);
    await page.addInitScript(() => {
      if (!location.search.includes('BILLING')) return;
      Intl.DateTimeFormat.prototype.formatToParts = () => {
        throw new TypeError('broken engine');
      };
    });
    const reported = page.waitForRequest(
      (request) => request.url().endsWith('/reports') && request.postData()?.includes('TypeError') === true,
    );
    await page.goto('/profile?profile_section=BILLING');
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    const shown = page.getByRole('definition').first();
    await expect(shown).toHaveText(/^[0-9a-f]{32}$/);
    expect((await reported).postDataJSON()).toMatchObject({
      event_id: await shown.textContent(),
      exception: { values: [{ type: 'TypeError' }] },
      tags: { page: '/profile' },
    });
    await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', /^http/);
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    await page.getByRole('link', { name: 'Account' }).click();
    await expect(page.getByRole('main')).toContainText(anna);
    await page.getByRole('link', { name: 'Billing' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/enter/);
  });
});

test('a broken profile is reported once and breaks nothing', async ({ page, stack }) => {
  await signInByToken(page, stack, 'odd-null@example.com');
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/reports') && request.postData()?.includes('differs from its schema'))
      reports.push(request.postData() ?? '');
  });
  await page.goto('/profile?profile_section=DEVICES');
  await expect.poll(() => reports.length).toBe(1);
  expect(reports[0]).toContain('profile.devices');
  for (const section of ['Account', 'Billing', 'Referral', 'Devices']) {
    await page.getByRole('link', { name: section, exact: true }).click();
    await expect(screenTitle(page)).toBeVisible();
    const loaded = page.waitForResponse(/\/web\/v1\/profile/);
    await revalidate(page);
    await loaded;
  }
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0);
  expect(reports).toHaveLength(1);
});

test.describe('a section that is opened offline for the first time', () => {
  test.use({
    expectedConsole: [/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module|Unable to preload CSS/],
  });

  test('loads when the connection is back', async ({ page, context, stack }) => {
    await signInByForm(page, stack, anna);
    await expect(page.getByRole('main')).toContainText(anna);
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Devices' }).click();
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await context.setOffline(false);
    await expect(screenTitle(page, 'Devices')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0);
  });
});

test.describe('a release while the page is open', () => {
  test.use({ expectedConsole: [/ERR_FAILED|Failed to fetch dynamically imported module/] });

  test('causes one reload', async ({ page, stack }) => {
    const documents = countDocuments(page);
    // The file is gone for the page that is open, however often it asks.
    await page.route(/\/profile-page-[^/]*\.js$/, (route) => (documents() < 2 ? route.abort() : route.continue()));
    await signInByForm(page, stack, anna);
    await expect(page.getByRole('main')).toContainText(anna);
    expect(documents()).toBe(2);
  });

  test('never causes a reload loop', async ({ page }) => {
    const documents = countDocuments(page);
    await page.route(/\/account-code-page-[^/]*\.js$/, (route) => route.abort());
    await page.goto('/enter/account-code');
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    expect(documents()).toBe(2);
  });

  test('never causes a reload loop when only a lazy part fails', async ({ page, stack }) => {
    await signInByForm(page, stack, anna);
    const documents = countDocuments(page);
    await page.route(/\/devices-area-[^/]*\.js$/, (route) => route.abort());
    await page.goto('/profile?profile_section=DEVICES');
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    expect(documents()).toBe(2);
  });

  test('leaves Back working', async ({ page, stack }) => {
    await signInByForm(page, stack, anna);
    await page.route(/\/devices-area-[^/]*\.js$/, (route) => route.abort());
    await page.getByRole('link', { name: 'Devices' }).click();
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await page.goBack();
    await expect(screenTitle(page, 'Account')).toBeVisible();
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
