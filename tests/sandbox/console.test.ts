import type { Browser } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startBrowser } from './support/browser.ts';
import { productOrigin, type RunningSandbox, startSandbox } from './support/running-sandbox.ts';

let sandbox: RunningSandbox;
let browser: Browser;
beforeAll(async () => {
  sandbox = await startSandbox();
  browser = await startBrowser();
});
beforeEach(() => sandbox.post('/sandbox/reset'));
afterAll(async () => {
  await browser.close();
  await sandbox.close();
});

test('“open signed in” clears the session’s cookies and redirects with the permanent token', async () => {
  const { permanentToken } = await sandbox.findAccount('free@example.com');
  const { status, headers } = await sandbox.call('GET', '/open?email=free%40example.com');
  expect(status).toBe(303);
  expect(headers.location).toBe(`${productOrigin}/profile?token=${permanentToken}`);
  for (const name of ['access_token', 'refresh_token', 'auth_type']) {
    expect(headers['set-cookie']).toContainEqual(expect.stringMatching(`^${name}=; Path=/; Max-Age=0`));
  }
  expect((await sandbox.call('GET', '/open?email=unknown%40example.com')).status).toBe(404);
  expect((await sandbox.call('GET', '/open?email=free%40example.com&path=//evil.example/')).status).toBe(404);
});

test('lists every account with a sign-in link, and shows new mails without a reload', async () => {
  const page = await browser.newPage();
  await page.goto(sandbox.origin);
  const accounts = await sandbox.accounts();
  expect(await page.getByRole('link', { name: 'Open signed in' }).count()).toBe(accounts.length);
  await sandbox.post('/web/v1/account/one-time-code/request', { email: 'free@example.com' });
  await page.locator('#mailbox .code').waitFor();
  expect(await page.locator('#mailbox .code').textContent()).toMatch(/^\d{6}$/);
  await page.close();
});

test('escapes text from requests', async () => {
  await fetch(`${sandbox.origin}/web/v1/<script>alert(1)</script>`);
  const page = await (await fetch(`${sandbox.origin}/faults?notice=${encodeURIComponent('<b>x</b>')}`)).text();
  expect(page).toContain('&lt;b&gt;x&lt;/b&gt;');
  expect(await (await fetch(`${sandbox.origin}/traffic`)).text()).not.toContain('<script>alert');
});

test('the faults page adds and removes faults, expires tokens, advances the clock and resets', async () => {
  const page = await browser.newPage();
  await page.goto(`${sandbox.origin}/faults`);
  await page.getByLabel(/^Call/).selectOption('GET /web/v1/geoip/ip/info');
  await page.getByLabel('What happens').selectOption('429');
  await page.getByRole('button', { name: 'Add fault' }).click();
  await page.getByText('Fault added.').waitFor();
  expect((await sandbox.call('GET', '/web/v1/geoip/ip/info')).status).toBe(429);
  await page.getByRole('button', { name: 'Remove all faults' }).click();
  await page.getByText('All faults removed.').waitFor();
  expect((await sandbox.call('GET', '/web/v1/geoip/ip/info')).status).toBe(200);

  const token = await sandbox.signIn('free@example.com');
  await page.getByRole('button', { name: '+ 1 minute' }).click();
  await page.getByText('The sandbox is 60 seconds ahead').waitFor();
  await page.getByRole('button', { name: 'New tokens' }).click();
  await page.getByText('All access tokens have expired.').waitFor();
  expect((await sandbox.call('GET', '/web/v1/profile', undefined, token)).status).toBe(401);
  await page.getByRole('button', { name: 'Reset the sandbox' }).click();
  await page.getByText('The sandbox is at the current time').waitFor();
  await page.close();
});

test.each([
  '/',
  '/traffic',
  '/faults',
  '/addresses',
  '/app',
  '/order/',
  '/site/redeem/',
  '/web/v1/account/oauth/apple/login',
])('%s fits a phone and has one h1 and a title', async (path) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(sandbox.origin + path);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await page.title()).toContain('Skerry VPN');
  await page.close();
});
