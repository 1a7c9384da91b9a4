import type { Locator, Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import { createPair, findPermanentToken, isSignedIn } from './support/accounts.ts';
import { holdRequests } from './support/hold-requests.ts';
import { listRequests } from './support/list-requests.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { watchLaunches } from './support/watch-launches.ts';

const anna = 'anna.lindqvist@example.com';
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

// The browser logs that no application opens the app's links.
test.use({ expectedConsole: [/launch 'skerry|status of 50\d/] });

const goToApp = (page: Page) => page.getByRole('link', { name: 'Go to App' });
/** Follows a link by keyboard, because Chromium's prompt to open the app blocks the mouse. */
const follow = (link: Locator) => link.dispatchEvent('click');
const missing = (page: Page) =>
  page.getByText('It seems, you don’t have the app installed yet, please, download here.');

test('after signing in the app opens with all query parameters, and its token does not sign in here', async ({
  page,
  stack,
}) => {
  const launched = await watchLaunches(page);
  const token = await findPermanentToken(stack, anna);
  await page.goto(`/h/redirect-to-app?app_url=skerry-beta%3A%2F%2Fopen&plan=binge&permanent_access_token=${token}`);
  await expect(page.getByRole('heading', { name: 'You’re successfully logged in' })).toBeVisible();
  const link = `skerry-beta://open?plan=binge&permanent_access_token=${token}`;
  await expect(goToApp(page)).toHaveAttribute('href', link);
  await expect(missing(page)).toBeVisible();
  expect(launched).toEqual([link]);
  expect(await isSignedIn(page, stack)).toBe(false);
});

test('the app opens once per visit: not after a reload or Back', async ({ page }) => {
  const launched = await watchLaunches(page);
  await page.goto('/h/to-app');
  await expect(page.getByRole('heading', { name: 'Open the app' })).toBeVisible();
  await expect(missing(page)).toBeVisible();
  await page.reload();
  await expect(goToApp(page)).toBeVisible();
  await page.goto('/enter');
  await page.goBack();
  await expect(goToApp(page)).toBeVisible();
  expect(launched).toEqual(['skerry://']);
});

test('a token pair signs in here, and the app gets its own permanent token, also after a reload', async ({
  page,
  stack,
}) => {
  const launched = await watchLaunches(page);
  await page.goto(`/h/redirect-to-app?${await createPair(stack, anna)}&app_url=skerry%3A%2F%2Fopen&plan=binge`);
  const ownToken = /^skerry:\/\/open\?plan=binge&token=sandbox-permanent-[\w-]+$/;
  await expect(goToApp(page)).toHaveAttribute('href', ownToken);
  await expect(missing(page)).toBeVisible();
  expect(launched).toHaveLength(1);
  expect(launched[0]).toMatch(ownToken);
  expect(page.url()).not.toContain('access_token');
  expect(await isSignedIn(page, stack)).toBe(true);
  await page.reload();
  await expect(goToApp(page)).toHaveAttribute('href', ownToken);
});

test('the app gets no token of someone else who signs in while the page is open', async ({ page, stack }) => {
  await page.goto(`/h/redirect-to-app?${await createPair(stack, anna)}&app_url=skerry%3A%2F%2Fopen`);
  await expect(goToApp(page)).toHaveAttribute('href', /token=sandbox-permanent/);
  await signIn(page, stack, 'free@example.com');
  const other = await page.context().newPage();
  await other.goto('/profile');
  await other.evaluate(() => {
    const channel = new BroadcastChannel('session');
    channel.postMessage('signed-out');
    channel.postMessage({ signedIn: null });
  });
  await expect(goToApp(page)).toHaveAttribute('href', 'skerry://open');
  await page.reload();
  await expect(goToApp(page)).toHaveAttribute('href', 'skerry://open');
  expect(await listRequests(stack, calls.createPermanentToken.path)).toHaveLength(1);
});

const byLink: typeof signIn = async (page, stack, email) => {
  const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  await page.request.get(`/enter/help?token=${await findPermanentToken(stack, email)}`, { headers });
  expect(await isSignedIn(page, stack)).toBe(true);
};

for (const [how, signInAs] of [
  ['form', signIn],
  ['a link', byLink],
] as const) {
  test(`Back to a link’s page brings the app no token of someone who has signed in by ${how} since`, async ({
    page,
    stack,
  }) => {
    const launched = await watchLaunches(page);
    await page.goto(`/h/to-app?${await createPair(stack, anna)}&app_url=skerry%3A%2F%2Fopen`);
    await expect(goToApp(page)).toHaveAttribute('href', /token=sandbox-permanent/);
    // The page shows the link before it opens the app.
    await expect.poll(() => launched).toHaveLength(1);
    await page.goto('/auth/already-used');
    await page.request.delete('/session', { headers: { 'Sec-Fetch-Site': 'same-origin' } });
    await signInAs(page, stack, 'free@example.com');
    await page.goBack();
    await expect(goToApp(page)).toHaveAttribute('href', 'skerry://open');
    // Nor after a reload.
    await page.reload();
    await expect(goToApp(page)).toHaveAttribute('href', 'skerry://open');
    expect(launched).toHaveLength(1);
    expect(await listRequests(stack, calls.createPermanentToken.path)).toHaveLength(1);
  });
}

test('after a link to another page has signed in, the app gets no token', async ({ page, stack }) => {
  const launched = await watchLaunches(page);
  await page.goto(`/enter/help?${await createPair(stack, anna)}`);
  await page.goto('/h/to-app?x=1');
  await expect(missing(page)).toBeVisible();
  expect(launched).toEqual(['skerry://?x=1']);
});

test('the button stays busy while the app’s token loads; Back neither opens the app again nor has a token for it', async ({
  page,
  stack,
}) => {
  const launched = await watchLaunches(page);
  const held = await holdRequests(page, '**/web/v1/account/session/perm-token');
  await page.goto(`/h/to-app?${await createPair(stack, anna)}`);
  await expect(page.getByRole('button', { name: 'Preparing…' })).toBeVisible();
  expect(launched).toEqual([]);
  held.release();
  await expect(missing(page)).toBeVisible();
  expect(launched).toHaveLength(1);
  await page.goto('/auth/already-used');
  await page.goBack();
  await expect(goToApp(page)).toHaveAttribute('href', 'skerry://');
  expect(launched).toHaveLength(1);
});

test.describe('on Android', () => {
  test.use({ userAgent: android });

  test('the app opens only on press, with a link to its store', async ({ page, stack }) => {
    const launched = await watchLaunches(page);
    await page.goto('/h/redirect-to-app?app_url=skerry%3A%2F%2Fopen');
    await goToApp(page).click();
    await expect(missing(page)).toBeVisible();
    expect(launched).toEqual(['skerry://open']);
    const store = page.getByRole('link', { name: 'download here' });
    await expect(store).toHaveAttribute('href', new RegExp(`^${stack.sandboxOrigin}/site/`));
  });
});

test.describe('on Windows', () => {
  test.use({ userAgent: windows });

  test('a press downloads the installer if the app is missing; opening automatically downloads nothing', async ({
    page,
  }) => {
    let downloads = 0;
    page.on('download', () => {
      downloads += 1;
    });
    await page.goto('/h/to-app');
    await expect(missing(page)).toBeVisible();
    expect(downloads).toBe(0);
    const [byButton] = await Promise.all([page.waitForEvent('download'), follow(goToApp(page))]);
    expect(byButton.suggestedFilename()).toBe('skerry-vpn-setup.exe');
    const asked = page.waitForRequest('**/web/v1/marketing/download-app-installer');
    await follow(page.getByRole('link', { name: 'download here' }));
    expect((await asked).postDataJSON()).toEqual({ app_identity: 'windows' });
  });

  test('an installer request carries the attribution values', async ({ page }) => {
    await page.goto('/enter?utm_source=letter&irclickid=42');
    await page.goto('/h/to-app');
    await expect(missing(page)).toBeVisible();
    const asked = page.waitForRequest('**/web/v1/marketing/download-app-installer');
    const [, request] = await Promise.all([page.waitForEvent('download'), asked, follow(goToApp(page))]);
    expect(request.postDataJSON()).toEqual({
      app_identity: 'windows',
      analytics_data: { utm_source: 'letter', clickid: '42' },
    });
  });
});

test('the one-time-code page shows a spinner while its code loads', async ({ page }) => {
  const held = await holdRequests(page, /\/message-pages-[^/]*\.js$/);
  await page.goto('/h/otc?otc-code=123456&app-identity=skerry.site.account', { waitUntil: 'commit' });
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeVisible();
  await expect(page.locator('main .spinner')).toBeVisible();
  held.release();
  await expect(page.getByText('We’ll use the code from your link.')).toBeVisible();
});

test('a code for one of our sites goes to the sign-in page', async ({ page }) => {
  await page.goto('/h/otc?otc-code=123456&app-identity=skerry.site.account');
  await expect(page.getByText('We’ll use the code from your link.')).toBeVisible();
  await expect(page).toHaveURL('/enter');
});

test('any other code goes to the app', async ({ page }) => {
  const launched = await watchLaunches(page);
  await page.goto('/h/otc?OTC_CODE=123456&app-identity=macos');
  await expect(missing(page)).toBeVisible();
  await expect(goToApp(page)).toHaveAttribute('href', 'skerry://otc?code=123456');
  expect(launched).toEqual(['skerry://otc?code=123456']);
});

test('an invalid code asks to enter it manually', async ({ page }) => {
  await page.goto('/h/otc?otc-code=12345');
  await expect(page.getByText('Please, try inputting the code from the email manually.')).toBeVisible();
  await page.getByRole('link', { name: 'Enter the code' }).click();
  await expect(page).toHaveURL('/enter');
});

const appErrors = [
  ['ErrAccountAlreadyExists', 'This account already exists', 'it might belong to you. Try using another email'],
  ['ErrWhatever', 'Something went wrong', 'Please, try again later or contact support'],
] as const;

for (const [message, title, text] of appErrors) {
  test(`the app error ${message} is shown and reported`, async ({ page, stack }) => {
    const reported = page.waitForRequest((request) => request.url() === `${stack.origin}/reports`);
    await page.goto(`/h/error?err_message=${message}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(text);
    expect((await reported).postDataJSON()).toMatchObject({
      exception: { values: [{ value: `The app reports: ${message}` }] },
      tags: { page: '/h/error' },
    });
    await expect(page.getByRole('link', { name: 'Back to app' })).toHaveAttribute('href', 'skerry://');
    await page.getByRole('link', { name: 'Contact support' }).click();
    await expect(page).toHaveURL(new RegExp(`^${stack.sandboxOrigin}/site/`));
  });
}
