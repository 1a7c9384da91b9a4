import type { Page } from '@playwright/test';
import { confirmCitizenship } from './support/citizenship.ts';
import { listRequests } from './support/list-requests.ts';
import { readQr } from './support/read-qr.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { watchLaunches } from './support/watch-launches.ts';

// The browser logs that no application opens the app's links.
test.use({ expectedConsole: [/launch 'skerry/] });

const email = 'verify-me@example.com';
const linkPath = '/web/v1/account/get-diia-deep-link';

const dialog = (page: Page) => page.getByRole('dialog');
const code = (page: Page) => dialog(page).getByRole('img', { name: 'QR code for Diia' });

async function startVerification(page: Page, query = ''): Promise<void> {
  await page.goto(`/profile?profile_section=BILLING${query}`);
  await page.getByRole('button', { name: 'Verify with Diia' }).click();
}

async function openDialog(page: Page, query = ''): Promise<void> {
  await startVerification(page, query);
  await expect(dialog(page)).toBeVisible();
}

/** Decodes the QR code on the screen. */
async function scan(page: Page): Promise<string> {
  await expect(code(page)).toBeVisible();
  return await readQr(code(page));
}

test.beforeEach(async ({ page, stack }) => signIn(page, stack, email));

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a phone can scan the QR code in the ${colorScheme} theme`, async ({ page, stack }) => {
    await page.emulateMedia({ colorScheme });
    await openDialog(page);
    await expect(page.getByRole('timer')).toHaveText(/^0[23]:\d\d$/);
    expect(await scan(page)).toMatch(new RegExp(`^${stack.sandboxOrigin}/citizenship/`));
    const { width, height } = (await code(page).locator('svg').boundingBox()) ?? { width: 0, height: 0 };
    expect([width, height]).toEqual([200, 200]);
  });
}

test('the QR code is replaced when it expires, also in a suspended tab', async ({ page, stack }) => {
  await page.clock.install();
  await openDialog(page);
  await expect(page.getByRole('timer')).toHaveText(/^0[23]:\d\d$/);
  const first = await scan(page);
  await page.clock.fastForward(100_000);
  await expect(page.getByRole('timer')).toHaveText(/^0[01]:\d\d$/);
  await page.clock.fastForward(100_000);
  await expect(page.getByRole('timer')).toHaveText(/^0[23]:\d\d$/);
  await expect.poll(() => scan(page)).not.toBe(first);
  expect(await listRequests(stack, linkPath)).toHaveLength(2);
});

test('confirming in the app shows success, and continuing reloads the page', async ({ page }) => {
  await page.clock.install();
  await openDialog(page);
  await confirmCitizenship(await scan(page));
  await page.clock.runFor(10_000);
  await expect(dialog(page)).toContainText('You’re verified');
  await page.keyboard.press('Escape');
  await expect(dialog(page), 'there is one way on').toBeVisible();
  const reloaded = page.waitForEvent('load');
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await reloaded;
  await expect(page.getByRole('main')).toContainText('Premium is yours, free of charge');
});

test('Continue opens the success URL if it is allowed, and without the app the dialog can be closed', async ({
  page,
}) => {
  const launched = await watchLaunches(page);
  await page.clock.install();
  await openDialog(page, `&diia_success_url=${encodeURIComponent('skerry://verified')}`);
  await confirmCitizenship(await scan(page));
  await page.clock.runFor(10_000);
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => launched).toEqual(['skerry://verified']);
  const reloaded = page.waitForEvent('load');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await reloaded;
  await expect(page.getByRole('main')).toContainText('Premium is yours, free of charge');
  await expect(dialog(page)).toHaveCount(0);
});

test('polling stops when the dialog closes', async ({ page }) => {
  await page.clock.install();
  await openDialog(page);
  await expect(code(page)).toBeVisible();
  let polls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/web/v1/profile')) polls += 1;
  });
  await page.clock.runFor(20_000);
  await expect.poll(() => polls).toBeGreaterThan(0);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toHaveCount(0);
  polls = 0;
  await page.clock.runFor(60_000);
  expect(polls).toBe(0);
});

test('an allowed success URL is opened, on an iPad as a link', async ({ page, stack }) => {
  const successUrl = encodeURIComponent('skerry://verified');
  await page.clock.install();
  await openDialog(page, `&diia_success_url=${successUrl}&platform=ipad`);
  await confirmCitizenship(await scan(page));
  await page.clock.runFor(10_000);
  await expect(dialog(page).getByRole('link', { name: 'Continue' })).toHaveAttribute('href', 'skerry://verified');
  expect(await listRequests(stack, linkPath)).toHaveLength(1);
});

test.describe('on a phone', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (Linux; Android 16; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
  });

  test('the link opens automatically, and a button opens it again', async ({ page, stack }) => {
    // The dialog itself is there for 0.3 seconds only.
    await startVerification(page);
    await page.waitForURL(`${stack.sandboxOrigin}/citizenship/**`);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('link', { name: 'Back to Skerry VPN' }).waitFor();
  });
});

test.describe('when a request fails', () => {
  test.use({ expectedConsole: [[/status of 50\d|ERR_INTERNET_DISCONNECTED/], { scope: 'test' }] });

  test('a code that cannot be replaced offline shows an error, and Try again fetches a new one', async ({
    page,
    context,
  }) => {
    await page.clock.install();
    await openDialog(page);
    await expect(code(page)).toBeVisible();
    await context.setOffline(true);
    await page.clock.fastForward(190_000);
    await expect(dialog(page).getByRole('alert')).toHaveText('Something went wrong, please try again later');
    await context.setOffline(false);
    await dialog(page).getByRole('button', { name: 'Try again' }).click();
    await expect(code(page)).toBeVisible();
    await expect(dialog(page).getByRole('heading')).toBeFocused();
  });
});

test('the return from citizenship verification says what the profile says', async ({ page, stack }) => {
  const title = page.getByRole('heading', { level: 1 });
  await page.context().clearCookies();
  await page.goto('/diia/success');
  await expect(title).toHaveText('Sign in to see the result');
  await signIn(page, stack, 'verify-me@example.com');
  await page.reload();
  await expect(title).toHaveText('Not verified yet');
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible();
  await signIn(page, stack, 'citizen@example.com');
  await page.reload();
  await expect(title).toHaveText('You’re verified');
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/profile');
});
