import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Locator, type Page, test } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import playwrightConfig from '../../playwright.config.ts';
import { findChromium } from '../../scripts/find-chromium.ts';
import { type ProcessStack, startProcesses } from '../support/built-stack.ts';
import { findTaint } from '../support/taint.ts';
import { findPermanentToken } from './support/accounts.ts';
import { addFault, clearFaults } from './support/faults.ts';
import { listRequests } from './support/list-requests.ts';
import { readCode } from './support/mails.ts';
import { pressDeliberately } from './support/press-deliberately.ts';
import { codeField, emailField, signIn } from './support/sign-in.ts';
import { stackEnvironment } from './support/test.ts';
import { writeTestExtension } from './support/test-extension.ts';

const anna = 'anna.lindqvist@example.com';
const other = 'free@example.com';

let folder: string;
let stack: ProcessStack;
let context: BrowserContext;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skerry-extension-'));
  // Match patterns of extensions do not support ports.
  const extension = await writeTestExtension(join(folder, 'extension'), ['http://localhost']);
  stack = await startProcesses({ ...stackEnvironment, EXTENSION_ID: extension.id });
  const executablePath = findChromium();
  context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...(executablePath && { executablePath }),
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      ...(playwrightConfig.use?.launchOptions?.args ?? []),
      '--headless=new',
      `--disable-extensions-except=${extension.folder}`,
      `--load-extension=${extension.folder}`,
    ],
  });
});

test.afterEach(() => clearFaults(stack));

test.afterAll(async () => {
  await context?.close();
  await stack?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Records everything that scripts of the product's pages could read. */
async function openSignedIn(): Promise<{ page: Page; seen: string[] }> {
  const seen: string[] = [];
  const page = await context.newPage();
  await page.exposeFunction('noteForTest', (text: string) => void seen.push(text));
  await page.addInitScript(() => {
    // The extension's own page is meant to receive them.
    if (location.protocol === 'chrome-extension:') return;
    const note = (text: string) => (window as unknown as { noteForTest(text: string): void }).noteForTest(text);
    const look = () =>
      note(
        [
          location.href,
          document.cookie,
          JSON.stringify({ ...localStorage, ...sessionStorage }),
          document.referrer,
        ].join('\n'),
      );
    addEventListener('DOMContentLoaded', look);
    addEventListener('pagehide', look);
  });
  page.on('response', async (response) => {
    if (response.url().startsWith(stack.origin)) seen.push(response.url(), await response.text().catch(() => ''));
  });
  await page.goto(`${stack.origin}/profile?token=${await findPermanentToken(stack, anna)}`);
  await expect(page.getByText(`Signed in as ${anna}`)).toBeVisible();
  return { page, seen };
}

/** The account of a link, which the page names. */
async function connectExtension(page: Page): Promise<void> {
  await page.goto(`${stack.origin}/h/to-chrome`);
  await pressDeliberately(page.getByRole('button', { name: 'Connect', exact: true }));
}

/** Then the extension gets the token pair. */
const refusePermanentTokens = () =>
  addFault(stack, { ...calls.createPermanentToken, status: 500, body: { code: 13, message: 'no' } });

const handedOver = async (page: Page) => {
  await page.waitForURL(/^chrome-extension:/);
  return new URLSearchParams((await page.locator('output').textContent()) ?? '');
};

test('if no permanent token can be created, the extension gets the token pair, which the page’s scripts never see', async () => {
  const { page, seen } = await openSignedIn();
  await refusePermanentTokens();
  await connectExtension(page);
  const tokens = await handedOver(page);
  expect(tokens.get('access_token')).toMatch(/^sandbox-access-/);
  expect(tokens.get('refresh_token')).toMatch(/^sandbox-refresh-/);
  expect(seen.length).toBeGreaterThan(0);
  expect(findTaint(seen.join('\n'))).toEqual([]);

  // Two holders of one refresh token would invalidate each other.
  await page.goto(`${stack.origin}/session`);
  expect(JSON.parse((await page.locator('body').textContent()) ?? '')).toEqual({ signedIn: false, authType: null });
});

test('coming back to the tab does not interrupt a slow hand-over', async () => {
  const { page } = await openSignedIn();
  await refusePermanentTokens();
  let handOvers = 0;
  await page.route('**/session/extension*', async (route) => {
    handOvers += 1;
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    await route.continue().catch(() => undefined);
  });
  await page.goto(`${stack.origin}/h/to-chrome`);
  const connect = page.getByRole('button', { name: 'Connect', exact: true });
  // Chromium ignores a repetition in the first three seconds.
  await connect.evaluate((button) => {
    button.addEventListener('click', () => setTimeout(() => dispatchEvent(new Event('focus')), 4_500));
  });
  await pressDeliberately(connect);
  expect((await handedOver(page)).get('access_token')).toMatch(/^sandbox-access-/);
  expect(handOvers).toBe(1);
});

test('a hand-over that the user has stopped begins again when they come back after a minute', async () => {
  const { page } = await openSignedIn();
  await refusePermanentTokens();
  await page.clock.install();
  let handOvers = 0;
  await page.route('**/session/extension*', async (route) => {
    handOvers += 1;
    // The first one never ends.
    if (handOvers > 1) await route.continue();
  });
  await page.goto(`${stack.origin}/h/to-chrome`);
  await pressDeliberately(page.getByRole('button', { name: 'Connect', exact: true }));
  await expect.poll(() => handOvers).toBe(1);
  await (await context.newCDPSession(page)).send('Page.stopLoading');
  const comeBack = () => page.evaluate(() => void dispatchEvent(new Event('focus')));
  await page.clock.runFor(50_000);
  await comeBack();
  await page.clock.runFor(5_000);
  expect(handOvers).toBe(1);
  await page.clock.runFor(10_000);
  await comeBack();
  expect((await handedOver(page)).get('access_token')).toMatch(/^sandbox-access-/);
  expect(handOvers).toBe(2);
});

test('with a permanent token the page hands over that token and stays signed in', async () => {
  const { page } = await openSignedIn();
  await connectExtension(page);
  const tokens = await handedOver(page);
  expect([...tokens.keys()]).toEqual(['token']);
  await page.goto(`${stack.origin}/session`);
  expect(await page.locator('body').textContent()).toContain('"signedIn":true');
});

test('an account that a link has signed in is named, and handed over only when the user agrees', async () => {
  await context.clearCookies();
  const page = await context.newPage();
  await page.goto(`${stack.origin}/h/to-chrome?token=${await findPermanentToken(stack, anna)}`);
  const question = page.getByRole('heading', { name: 'Connect the extension?' });
  await expect(question).toBeVisible();
  await expect(page.getByRole('main')).toContainText(`You’re signed in as ${anna}.`);
  // The visitor comes back after a minute, and after a profile that another site may have opened behind its own window.
  await context.clearCookies({ name: 'signed_in_by' });
  await page.goto(`${stack.origin}/profile`);
  await page.getByRole('heading', { level: 1 }).click();
  await page.goto(`${stack.origin}/h/to-chrome`);
  await expect(question).toBeVisible();
  const connect = page.getByRole('button', { name: 'Connect', exact: true });
  // Meanwhile another tab signs out, and another link signs in there.
  await context.clearCookies();
  const tab = await context.newPage();
  await tab.goto(`${stack.origin}/enter/help?token=${await findPermanentToken(stack, other)}`);
  await tab.close();
  await pressDeliberately(connect);
  await expect(page.getByRole('main')).toContainText(`You’re signed in as ${other}.`);
  await pressDeliberately(connect);
  expect([...(await handedOver(page)).keys()]).toEqual(['token']);
  // The user knows the account now.
  await page.goto(`${stack.origin}/h/to-chrome`);
  expect([...(await handedOver(page)).keys()]).toEqual(['token']);
});

for (const [kind, cookie, isHandedOver] of [
  ['the page cannot read', { path: '/', httpOnly: true }, true],
  ['the page does not get', { path: '/session', httpOnly: false }, false],
] as const)
  test(`with a mark of another host that ${kind}, the page asks, and is not redirected again and again`, async () => {
    await context.clearCookies();
    const page = await context.newPage();
    await signIn(page, stack, anna);
    const { hostname } = new URL(stack.origin);
    await context.addCookies([{ name: 'account_unconfirmed', value: '1', domain: hostname, ...cookie }]);
    await refusePermanentTokens();
    let handOvers = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/session/extension') handOvers += 1;
    });
    await page.goto(`${stack.origin}/h/to-chrome`);
    const connect = page.getByRole('button', { name: 'Connect', exact: true });
    await expect(page.getByRole('main')).toContainText(`You’re signed in as ${anna}.`);
    expect(handOvers).toBe(1);
    await pressDeliberately(connect);
    await expect.poll(() => handOvers).toBe(2);
    if (isHandedOver) expect((await handedOver(page)).get('access_token')).toMatch(/^sandbox-access-/);
    else await expect(connect).toBeVisible();
    expect(handOvers).toBe(2);
    await page.close();
  });

test('Connect never hands over an account that the page has not named, even if it signed in by form', async () => {
  await context.clearCookies();
  const page = await context.newPage();
  await page.goto(`${stack.origin}/h/to-chrome?token=${await findPermanentToken(stack, anna)}`);
  await expect(page.getByRole('main')).toContainText(`You’re signed in as ${anna}.`);
  const before = await listRequests(stack, calls.createPermanentToken.path);
  // Another tab, whose message this one has not got.
  await context.clearCookies();
  await signIn(page, stack, other);
  await pressDeliberately(page.getByRole('button', { name: 'Connect', exact: true }));
  await expect(page.getByRole('main')).toContainText(other);
  expect(await listRequests(stack, calls.createPermanentToken.path)).toEqual(before);
});

test('the page asks to confirm the account after a link that ran no script, and after the payment page’s sign-in', async () => {
  const token = await findPermanentToken(stack, anna);
  const links = [
    `/session/extension?token=${token}`,
    `/payment/success?app-identity=${encodeURIComponent(btoa(`a|b|${token}`))}`,
  ];
  for (const link of links) {
    await context.clearCookies();
    const page = await context.newPage();
    await page.goto(stack.origin + link);
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toContain('access_token');
    await page.waitForLoadState('networkidle');
    // A minute passes.
    await context.clearCookies({ name: 'signed_in_by' });
    await page.goto(`${stack.origin}/h/to-chrome`);
    await expect(page.getByRole('heading', { name: 'Connect the extension?' })).toBeVisible();
    await page.close();
  }
});

test('an account that a link restores is handed over only when the user agrees', async () => {
  const restored = 'marked@example.com';
  const token = await findPermanentToken(stack, restored);
  await context.clearCookies();
  const page = await context.newPage();
  await page.goto(`${stack.origin}/enter?from=chrome&error=RESTORE_ACCOUNT&token=${token}`);
  await pressDeliberately(page.getByRole('button', { name: 'Restore account' }));
  await expect(page.getByRole('heading', { name: 'Connect the extension?' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(`You’re signed in as ${restored}.`);
});

test('Back does not hand over a second time', async () => {
  await context.clearCookies();
  const page = await context.newPage();
  await page.goto(`${stack.origin}/enter?from=chrome`);
  await emailField(page).fill(other);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(codeField(page)).toBeVisible();
  await codeField(page).fill(await readCode(stack, other));
  expect([...(await handedOver(page)).keys()]).toEqual(['token']);
  const before = await listRequests(stack, calls.createPermanentToken.path);
  await page.goBack();
  await expect(page.getByRole('main')).toContainText(other);
  await expect(page).toHaveURL(`${stack.origin}/profile`);
  expect(await listRequests(stack, calls.createPermanentToken.path)).toEqual(before);
});

test('the second half of a double click that led to the page does not connect', async () => {
  await context.clearCookies();
  const page = await context.newPage();
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const connect = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Connect');
      if (!connect) return;
      observer.disconnect();
      connect.click();
      document.documentElement.dataset.pressed = '';
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${stack.origin}/h/to-chrome?token=${await findPermanentToken(stack, other)}`);
  await expect(page.locator('[data-pressed]')).toBeVisible();
  await pressDeliberately(page.getByRole('button', { name: 'Connect', exact: true }));
  expect([...(await handedOver(page)).keys()]).toEqual(['token']);
});

test('the second half of a double click on a tab that lay over the page neither connects nor signs out', async () => {
  await context.clearCookies();
  const page = await context.newPage();
  await page.goto(`${stack.origin}/h/to-chrome?token=${await findPermanentToken(stack, other)}`);
  /** The page becomes visible and gets the press at once. */
  const reveal = (button: Locator) =>
    button.evaluate((element: HTMLElement) => {
      document.dispatchEvent(new Event('visibilitychange'));
      element.click();
    });
  const connect = page.getByRole('button', { name: 'Connect', exact: true });
  await reveal(connect);
  await page.goto(`${stack.origin}/profile`);
  const signOut = page.getByRole('button', { name: 'Sign out' }).first();
  await expect(signOut).toBeVisible();
  await reveal(signOut);
  await page.goto(`${stack.origin}/enter?error=RESTORE_ACCOUNT`);
  await reveal(page.getByRole('button', { name: 'Try other credentials' }));
  await page.goto(`${stack.origin}/h/to-chrome`);
  await expect(connect).toBeVisible();
  await pressDeliberately(connect);
  expect([...(await handedOver(page)).keys()]).toEqual(['token']);
});

test('the page asks to confirm the account after a link that leads to the extension at once', async () => {
  await context.clearCookies();
  const first = await context.newPage();
  await first.goto(`${stack.origin}/enter?from=chrome`);
  // The heading is visible before the client has saved the visitor's wish.
  await expect.poll(() => first.evaluate(() => Object.values(localStorage).join())).toContain('chrome');
  await first.close();
  const page = await context.newPage();
  await page.goto(`${stack.origin}/profile?token=${await findPermanentToken(stack, other)}`);
  await expect(page.getByRole('heading', { name: 'Connect the extension?' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(`You’re signed in as ${other}.`);
});
