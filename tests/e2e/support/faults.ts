import { expect, type Page } from '@playwright/test';
import type { ProcessStack } from '../../support/built-stack.ts';

interface UpstreamFault {
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  readonly body?: unknown;
  /** By default every call until `clearFaults` or the end of the test. */
  readonly times?: number;
  readonly delayMs?: number;
  /** Executes the call before the delay. */
  readonly after?: boolean;
  readonly reset?: boolean;
  readonly hang?: boolean;
}

/**
 * For failures that the gateway must see: the upstream fails coming calls. `break-call.ts` fails them in the browser.
 */
export async function addFault(stack: ProcessStack, fault: UpstreamFault): Promise<void> {
  const response = await fetch(`${stack.sandboxOrigin}/sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  expect(response.ok).toBe(true);
}

/** For tests of a retry: the upstream responds normally again. A new test starts without faults. */
export const clearFaults = (stack: ProcessStack) =>
  fetch(`${stack.sandboxOrigin}/sandbox/faults`, { method: 'DELETE' });

/** For a response that the page is to take for the gateway's. */
export const fromGateway = { headers: { 'trace-id': 'f'.repeat(32) } };

/** For unknown outcomes: the upstream executes each call to this path, then the page loses the connection. */
export const loseResponse = (page: Page, path: string) =>
  page.route(`**${path}`, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });

/** As above, but a proxy replaces the response with its error page. */
export const replaceResponse = (page: Page, path: string) =>
  page.route(`**${path}`, async (route) => {
    await route.fetch();
    await route.fulfill({ status: 520, contentType: 'text/html', body: '<h1>Unknown error</h1>' });
  });

/** As above, once, but the upstream responds with an error. */
export const failAfterExecution = (page: Page, path: string, status = 500) =>
  page.route(
    `**${path}`,
    async (route) => {
      await route.fetch();
      await route.fulfill({ ...fromGateway, status, json: { code: 13, message: 'Something failed' } });
    },
    { times: 1 },
  );
