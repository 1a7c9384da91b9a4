import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { chromium, type Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import playwrightConfig from '../../playwright.config.ts';
import type { ProcessStack } from '../support/built-stack.ts';
import { findAccountCode, isSignedIn } from './support/accounts.ts';
import { addFault } from './support/faults.ts';
import { listRequests } from './support/list-requests.ts';
import { pressDeliberately } from './support/press-deliberately.ts';
import { signInByToken } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** A proxy between the browser and the gateway, whose address stays the same for the browser. */
async function startLine(stack: ProcessStack) {
  const { port } = new URL(stack.origin);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const gateway = connect(Number(port), 'localhost');
    client.pipe(gateway).pipe(client);
    for (const socket of [client, gateway]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        gateway.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: linePort } = server.address() as AddressInfo;
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
    sockets.clear();
  };
  return { cut, rule: `MAP localhost:${port} 127.0.0.1:${linePort}`, close: () => server.close() };
}

/** Runs the steps in a browser whose connections can be cut. */
async function withLine(stack: ProcessStack, steps: (page: Page, cut: () => void) => Promise<void>) {
  const line = await startLine(stack);
  const { launchOptions } = playwrightConfig.use ?? {};
  const args = [...(launchOptions?.args ?? []), `--host-resolver-rules=${line.rule}`];
  const browser = await chromium.launch({ ...launchOptions, args });
  try {
    await steps(await browser.newPage({ locale: 'en-GB', baseURL: stack.origin }), line.cut);
  } finally {
    await browser.close();
    line.cut();
    line.close();
  }
}

const repetitions = (stack: ProcessStack, path: string) =>
  stack
    .output()
    .split('\n')
    .filter((line) => line.includes('"cause":"repeated"') && line.includes(path)).length;

/** On another line. */
const readProfile = async (page: Page) => (await page.request.get(calls.profile.path)).text();

// Chromium sends a request again by itself when a connection that it has used before ends without a response.
test('a renewal that the browser sends again is executed once, and found to have succeeded', async ({ stack }) => {
  await withLine(stack, async (page, cut) => {
    await signInByToken(page, stack, 'expired@example.com');
    await page.goto('/profile?profile_section=BILLING');
    await page.getByRole('main').getByRole('button', { name: 'Renew subscription' }).click();
    // Executed at once, and the response comes later.
    await addFault(stack, { ...calls.renewSubscription, delayMs: 20_000, after: true, times: 1 });
    await pressDeliberately(page.getByRole('dialog').getByRole('button', { name: 'Renew subscription' }));
    await expect.poll(() => readProfile(page)).toContain('"state":"active"');
    cut();
    await expect(page.getByRole('button', { name: 'Cancel subscription' })).toBeVisible();
    expect(repetitions(stack, calls.renewSubscription.path)).toBe(1);
    expect(await listRequests(stack, calls.renewSubscription.path)).toHaveLength(1);
  });
});

test('a router that the browser asks for twice is created once', async ({ stack }) => {
  await withLine(stack, async (page, cut) => {
    await signInByToken(page, stack, 'anna.lindqvist@example.com');
    await page.goto('/profile?profile_section=DEVICES&section=ROUTER');
    await page.getByRole('button', { name: /^Germany/ }).click();
    await page.getByRole('radio', { name: 'Frankfurt' }).click();
    await addFault(stack, { ...calls.createRouterConfiguration, delayMs: 20_000, after: true, times: 1 });
    await page.getByRole('button', { name: 'Download config file' }).click();
    await expect.poll(() => readProfile(page)).toContain('Router 1');
    cut();
    await expect(page.getByText('Your router was added, but its file didn’t arrive')).toBeVisible();
    expect(repetitions(stack, calls.createRouterConfiguration.path)).toBe(1);
    expect(await listRequests(stack, calls.createRouterConfiguration.path)).toHaveLength(1);
  });
});

test('a sign-in that the page has given up ends, and is not sent again', async ({ stack }) => {
  await withLine(stack, async (page, cut) => {
    await page.clock.install();
    await page.goto('/enter/account-code');
    await page.getByRole('textbox').fill(await findAccountCode(stack, 'anna.lindqvist@example.com'));
    await addFault(stack, { ...calls.signInWithAccountCode, delayMs: 5_000, times: 1 });
    const sent = page.waitForRequest(`**${calls.signInWithAccountCode.path}`);
    await page.getByRole('main').getByRole('button', { name: 'Continue' }).click();
    await sent;
    await page.clock.runFor(30_000);
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
    cut();
    // Longer than the response takes, and the one to a second request.
    await page.waitForTimeout(6_000);
    expect(await listRequests(stack, calls.signInWithAccountCode.path)).toMatchObject([{ status: 200 }]);
    expect(await isSignedIn(page, stack)).toBe(false);
  });
});

test.describe('a browser’s clock', () => {
  test.use({ expectedConsole: [/status of 504/] });

  const setBackAnHour = () => {
    const { now } = Date;
    Date.now = () => now() - 3_600_000;
  };

  for (const [title, whileOpen, expected] of [
    ['that is an hour behind makes no renewal late', false, [200]],
    ['that is set back while the page is open fails no renewal: the page sends it again', true, [504, 200]],
  ] as const) {
    test(title, async ({ page, stack }) => {
      await signInByToken(page, stack, 'expired@example.com');
      if (!whileOpen) await page.addInitScript(setBackAnHour);
      await page.goto('/profile?profile_section=BILLING');
      await page.getByRole('main').getByRole('button', { name: 'Renew subscription' }).click();
      if (whileOpen) await page.evaluate(setBackAnHour);
      const statuses: number[] = [];
      page.on('response', (response) => {
        if (response.url().endsWith(calls.renewSubscription.path)) statuses.push(response.status());
      });
      await pressDeliberately(page.getByRole('dialog').getByRole('button', { name: 'Renew subscription' }));
      await expect(page.getByRole('button', { name: 'Cancel subscription' })).toBeVisible();
      expect(statuses).toEqual(expected);
    });
  }
});
