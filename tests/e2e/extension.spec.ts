import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import playwrightConfig from '../../playwright.config.ts';
import { findChromium } from '../../scripts/find-chromium.ts';
import { type ProcessStack, startProcesses } from '../support/built-stack.ts';
import { findPermanentToken, isSignedIn } from './support/accounts.ts';
import { breakCall, cellsOf } from './support/break-call.ts';
import { createFaultPictures, expectDesigned } from './support/fault-state.ts';
import { tokenless } from './support/fault-step.ts';
import { holdRequests } from './support/hold-requests.ts';
import { readCode } from './support/mails.ts';
import { codeField, signIn } from './support/sign-in.ts';
import { expect, test as plainTest, stackEnvironment } from './support/test.ts';
import { type TestExtension, writeTestExtension } from './support/test-extension.ts';

const anna = 'anna.lindqvist@example.com';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const handOver = '/h/to-chrome';
const install = (page: Page) => page.getByRole('heading', { name: 'Install the extension' });

interface Installation extends TestExtension {
  /** Holds the browser profiles. */
  readonly profiles: string;
}

/** A gateway configured with the extension. extension-hand-over.spec.ts checks what is handed over. */
const test = plainTest.extend<object, { extension: Installation; stack: ProcessStack }>({
  extension: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern.
    async ({}, use) => {
      const root = await mkdtemp(join(tmpdir(), 'skerry-extension-'));
      const extension = await writeTestExtension(join(root, 'extension'), ['http://localhost']);
      await use({ ...extension, profiles: root });
      await rm(root, { recursive: true, force: true, maxRetries: 10 });
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ extension }, use) => {
      const stack = await startProcesses({ ...stackEnvironment, EXTENSION_ID: extension.id });
      await use(stack);
      await stack.close();
    },
    { scope: 'worker' },
  ],
});

// The browser logs a failed probe and an injected fault.
test.use({ expectedConsole: [/chrome-extension:|ERR_FAILED|status of 50\d/] });

async function openBrowser(extension: Installation, stack: ProcessStack, installed: boolean): Promise<BrowserContext> {
  const executablePath = findChromium();
  return chromium.launchPersistentContext(join(extension.profiles, crypto.randomUUID()), {
    ...(executablePath && { executablePath }),
    headless: false,
    baseURL: stack.origin,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      ...(playwrightConfig.use?.launchOptions?.args ?? []),
      '--headless=new',
      '--enable-unsafe-extension-debugging',
      ...(installed ? [`--disable-extensions-except=${extension.folder}`, `--load-extension=${extension.folder}`] : []),
    ],
  });
}

test.describe('in a browser with the extension', () => {
  const withExtension = test.extend({
    context: async ({ extension, stack }, use) => {
      const context = await openBrowser(extension, stack, true);
      await use(context);
      await context.close();
    },
  });
  withExtension.use({ expectedConsole: [/status of (4\d\d|50\d)|ERR_(INTERNET_DISCONNECTED|FAILED)/] });

  withExtension('a visitor signs in first and then goes on to the extension', async ({ page, stack }) => {
    await page.goto(handOver);
    await expect(page).toHaveURL(/\/enter/);
    await page.getByLabel('Email', { exact: true }).fill(anna);
    await page.keyboard.press('Enter');
    await expect(codeField(page)).toBeVisible();
    await codeField(page).fill(await readCode(stack, anna));
    await expect(page.locator('output')).toHaveText(/^token=sandbox-permanent-/);
  });

  withExtension(
    'the page says that it connects, and what to do when the network goes',
    async ({ page, context, stack }) => {
      await signIn(page, stack, anna);
      const held = await holdRequests(page, '**/web/v1/account/session/perm-token');
      await page.goto(handOver);
      await held.arrived;
      await expect(page.getByRole('heading', { name: 'Connecting the extension' })).toBeVisible();
      await expect(page.getByRole('main').getByRole('status')).toHaveText('Connecting the extension');
      await context.setOffline(true);
      held.release();
      await expect(page.getByText('We couldn’t connect the extension. You’re still signed in')).toBeVisible();
      await context.setOffline(false);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.locator('output')).toHaveText(/^token=sandbox-permanent-/);
      await page.goBack();
      await expect(page, 'the page of the hand-over is not in the history').not.toHaveURL(/to-chrome/);
    },
  );

  withExtension(
    'whatever the token call returns, the session goes to the extension or the page says what to do',
    async ({ page, stack }) => {
      const step = { call: calls.createPermanentToken, misshapen: tokenless };
      const broken = await breakCall(page, step);
      const received = page.locator('output');
      const picture = createFaultPictures('extension the token');
      // The test before this one covers offline.
      for (const cell of cellsOf(step).filter(({ fault }) => fault !== 'offline')) {
        await test.step(cell.name, async () => {
          await signIn(page, stack, anna);
          broken.set(cell);
          const before = broken.count();
          await page.goto(handOver);
          await expect.poll(broken.count).toBeGreaterThan(before);
          if (cell.fault === 'slow') {
            await expect(page.getByRole('main').getByRole('status')).toHaveText('Connecting the extension');
            await picture(page, cell.fault);
            broken.release();
            await expect(received).toHaveText(/^token=sandbox-permanent-/);
          } else if (cell.fault === 'aborted') {
            await expect(page.getByText('We couldn’t connect the extension. You’re still signed in')).toBeVisible();
            await expectDesigned(page);
            await picture(page, cell.fault);
            broken.set({ fault: 'failing', body: null });
            await page.getByRole('button', { name: 'Try again' }).click();
            await expect(received).toHaveText(/^access_token=/);
          } else await expect(received).toHaveText(/^access_token=/);
        });
      }
    },
  );

  withExtension('a session that has ended leads to the sign-in page', async ({ page, stack }) => {
    await signIn(page, stack, anna);
    await fetch(`${stack.sandboxOrigin}/sandbox/expire`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh: 'refuse' }),
    });
    await page.goto(handOver);
    await expect(page).toHaveURL(/\/enter/);
  });
});

for (const how of ['form', 'link'] as const) {
  test(`detects an extension installed in the meantime when the tab regains focus, after a sign-in by ${how}`, async ({
    stack,
    extension,
  }) => {
    const context = await openBrowser(extension, stack, false);
    const page = await context.newPage();
    if (how === 'form') await signIn(page, stack, anna);
    await page.goto(how === 'form' ? handOver : `/enter?from=chrome&token=${await findPermanentToken(stack, anna)}`);
    await expect(install(page)).toBeVisible();
    const devtools = await context.browser()?.newBrowserCDPSession();
    await devtools?.send('Extensions.loadUnpacked', { path: extension.folder });
    const found =
      how === 'form'
        ? page.locator('output').filter({ hasText: /^token=sandbox-permanent-/ })
        : page.getByRole('heading', { name: 'Connect the extension?' });
    // The page may not know the new extension yet when the browser has loaded it.
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await expect(found).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 15_000 });
    await context.close();
  });
}

test('without the extension the page asks to install it, to keep the tab open, and checks again on request', async ({
  page,
  stack,
}) => {
  await signIn(page, stack, anna);
  await page.goto(handOver);
  await expect(install(page)).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Keep this tab open');
  const link = page.getByRole('link', { name: 'Get the extension' });
  await expect(link).toHaveAttribute('href', `${stack.sandboxOrigin}/site/download/extension/`);
  await expect(link).toHaveAttribute('target', '_blank');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(install(page)).toBeVisible();
  expect(await isSignedIn(page, stack)).toBe(true);
});

test('the extension is not available for mobile app identities', async ({ page }) => {
  await page.goto(`${handOver}?app-identity=android`);
  await expect(page.getByRole('heading', { name: 'Not available on phones and tablets' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download the app' })).toBeVisible();
});

test.describe('in Firefox', () => {
  test.use({ userAgent: firefox });

  test('the page asks for another browser', async ({ page }) => {
    await page.goto(handOver);
    await expect(page.getByRole('heading', { name: 'Open this page in Chrome' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy the address' })).toBeVisible();
  });
});
