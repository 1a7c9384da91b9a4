import { test as base, expect, type Page } from '@playwright/test';
import { type ProcessStack, startProcesses } from '../../support/built-stack.ts';

interface TestFixtures {
  /** Console messages that a test expects, such as the browser's log line about a 400. */
  expectedConsole: readonly RegExp[];
  /** Resets the sandbox and its faults. */
  freshWorld: undefined;
  /** Whether `goto` and `reload` wait until the client's code has taken over the prerendered page. */
  waitsForStart: boolean;
  failOnConsole: undefined;
}

/**
 * Without this, a test that takes away the network or the clock would do so at any moment of the page's start.
 * A test that wants the start itself passes `waitUntil: 'commit'`.
 */
function waitForStart(page: Page): void {
  const hasStarted = () => page.locator('html:not([data-prerendered])').waitFor({ state: 'attached' });
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== 'commit') await hasStarted();
    return response;
  };
  const reload = page.reload.bind(page);
  page.reload = async (options) => {
    const response = await reload(options);
    await hasStarted();
    return response;
  };
}

/** Sealed cookies, as in production. Many tests sign in with the same email. */
export const stackEnvironment = {
  COOKIE_KEYS: Buffer.alloc(32, 7).toString('base64'),
  RATE_LIMIT_CODES_PER_EMAIL: '100000',
  RATE_LIMIT_ATTEMPTS_PER_EMAIL: '100000',
  RATE_LIMIT_SIGN_IN_PER_MINUTE: '100000',
};

/**
 * Playwright's test with the built product and a fresh sandbox. Unexpected console errors and warnings fail the test.
 */
export const test = base.extend<TestFixtures, { stack: ProcessStack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern.
    async ({}, use) => {
      const stack = await startProcesses(stackEnvironment);
      await use(stack);
      await stack.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ stack }, use) => use(stack.origin),
  expectedConsole: [[], { option: true }],
  freshWorld: [
    async ({ stack }, use) => {
      await fetch(`${stack.sandboxOrigin}/sandbox/reset`, { method: 'POST' });
      await use(undefined);
    },
    { auto: true },
  ],
  waitsForStart: [true, { option: true }],
  context: async ({ context, waitsForStart }, use) => {
    if (waitsForStart) context.on('page', waitForStart);
    await use(context);
  },
  failOnConsole: [
    async ({ context, expectedConsole }, use) => {
      const printed: string[] = [];
      const note = (text: string) => {
        if (!expectedConsole.some((pattern) => pattern.test(text))) printed.push(text);
      };
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          note(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => note(`page error: ${error.error().stack ?? error.error().message}`));
      await use(undefined);
      expect(printed, 'errors and warnings in the browser').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
