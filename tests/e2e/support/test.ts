import { test as base, expect } from '@playwright/test';
import { type ProcessStack, startProcesses } from '../../support/processes.ts';

interface TestFixtures {
  /** Console messages that a test expects, such as the browser's log line about a 400. */
  expectedConsole: readonly RegExp[];
  /** Resets the sandbox and its faults. */
  freshWorld: undefined;
  failOnConsole: undefined;
}

/** Playwright's test with the built product and a fresh sandbox. Unexpected console errors and warnings fail the test. */
export const test = base.extend<TestFixtures, { stack: ProcessStack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern.
    async ({}, use) => {
      // Many tests sign in with the same email.
      const stack = await startProcesses({
        RATE_LIMIT_CODES_PER_EMAIL: '100000',
        RATE_LIMIT_ATTEMPTS_PER_EMAIL: '100000',
        RATE_LIMIT_SIGN_IN_PER_MINUTE: '100000',
      });
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

/** Waits for the newest code that the sandbox sent to an address. */
export async function readCode(stack: ProcessStack, email: string): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const response = await fetch(`${stack.sandboxOrigin}/sandbox/messages?email=${encodeURIComponent(email)}`);
    const messages: { code?: string }[] = await response.json();
    code = messages.find((message) => message.code)?.code;
    expect(code).toMatch(/^\d{6}$/);
  }).toPass({ timeout: 15_000 });
  return code ?? '';
}
