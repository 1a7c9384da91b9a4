import { Key } from 'selenium-webdriver';
import { test as base, expect } from 'vitest';
import { type ProcessStack, startProcesses } from '../../support/built-stack.ts';
import { controlSandbox, type SandboxControl } from '../../support/sandbox-control.ts';
import type { Browser } from './browser.ts';
import { openPage, type Page } from './page.ts';
import { startBrowser } from './start-browser.ts';

interface FileFixtures {
  stack: ProcessStack;
  browser: Browser;
}

interface TestFixtures {
  page: Page;
  sandbox: SandboxControl;
  /** What the browser may print about a failure that the test provokes. */
  expectedErrors: RegExp[];
}

/** Vitest's test with the built product, a reset sandbox, and a clean browser. Browser errors fail it. */
export const test = base.extend<{ $file: FileFixtures; $test: TestFixtures }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the parameter's pattern.
    async ({}, use) => {
      const stack = await startProcesses({
        RATE_LIMIT_CODES_PER_EMAIL: '100000',
        RATE_LIMIT_ATTEMPTS_PER_EMAIL: '100000',
        RATE_LIMIT_SIGN_IN_PER_MINUTE: '100000',
      });
      await use(stack);
      await stack.close();
    },
    { scope: 'file' },
  ],
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the parameter's pattern.
    async ({}, use) => {
      const browser = await startBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'file' },
  ],
  sandbox: async ({ stack }, use) => {
    const sandbox = controlSandbox(stack.sandboxOrigin);
    await sandbox.reset();
    await use(sandbox);
  },
  expectedErrors: async ({ task: _ }, use) => use([]),
  page: async ({ browser, stack, sandbox: _, expectedErrors, task }, use) => {
    await browser.setSize(1280, 900);
    await browser.takeErrors();
    const page = openPage(browser.driver, stack.origin);
    await use(page);
    if (task.result?.state === 'fail')
      console.log(
        `${task.name}: ${await page.path()}, focus on ${(await page.focused()).split('\n', 1)}: ${await page.text()}`,
      );
    const errors = (await browser.takeErrors()).filter((text) => !expectedErrors.some((pattern) => pattern.test(text)));
    await clean(browser, stack.origin);
    expect(errors, 'errors that the browser printed').toEqual([]);
  },
});

export { expect };

/** Closes every window but one and empties cookies and storage. */
async function clean({ driver }: Browser, origin: string): Promise<void> {
  const [first = '', ...others] = await driver.getAllWindowHandles();
  for (const handle of others) {
    await driver.switchTo().window(handle);
    await driver.close();
  }
  await driver.switchTo().window(first);
  await openPage(driver, origin).goto(plainPage);
  await driver.executeScript('localStorage.clear(); sessionStorage.clear();');
  await driver.manage().deleteAllCookies();
}

export const anna = 'anna.lindqvist@example.com';

/** A page without requests. Files are sandboxed: they have no cookies, no storage and no scripts. */
export const plainPage = '/h/error';

/** Signs the browser in without the pages. */
export async function signIn(
  page: Page,
  sandbox: SandboxControl,
  email: string,
  { stay = false }: { stay?: boolean } = {},
): Promise<void> {
  const { permanentToken } = await sandbox.findAccount(email);
  const response = await fetch(`${page.origin}/web/v1/account/sign-in/perm-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: page.origin },
    body: JSON.stringify({ perm_token: permanentToken }),
  });
  expect(response.status).toBe(200);
  // A cookie can be set for the site of the open page only.
  if (!stay) await page.goto(plainPage);
  for (const cookie of response.headers.getSetCookie()) {
    const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? [];
    if (value) await page.driver.manage().addCookie({ name, value, path: '/', httpOnly: true });
  }
}

/** Takes the first step of the sign-in page; ends at the code field. */
export async function requestCode(page: Page, email: string): Promise<void> {
  await page.goto('/enter');
  await page.fill('Email', email);
  await page.press(Key.ENTER);
  await page.focuses('field', '6-digit code');
}

/** The link in the newest mail to an address. */
async function readLink(sandbox: SandboxControl, email: string): Promise<string> {
  const read = async () => (await sandbox.readMail(email).catch(() => undefined))?.link;
  await expect.poll(read).toBeTruthy();
  return (await read()) ?? '';
}

/** Opens the change of the email of Anna's account by the link that she requested. */
export async function openEmailChange(page: Page, sandbox: SandboxControl): Promise<void> {
  await signIn(page, sandbox, anna);
  await page.goto('/profile');
  await page.click('button', 'Change email');
  await page.showsDialog('Check your email');
  await page.goto(await readLink(sandbox, anna));
}

/** The newest code that was sent to an address. */
export async function readCode(sandbox: SandboxControl, email: string): Promise<string> {
  const read = async () => (await sandbox.readMail(email).catch(() => undefined))?.code;
  await expect.poll(read).toMatch(/^\d{6}$/);
  return (await read()) ?? '';
}
