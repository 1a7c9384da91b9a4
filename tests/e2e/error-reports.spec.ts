import type { Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import { type ProcessStack, startProcesses } from '../support/built-stack.ts';
import { type FakeSentry, startFakeSentry } from '../support/fake-sentry.ts';
import { expect, test } from './support/test.ts';

const secret = 'sandbox-access-4fVbq1Zr0nE8oXkQ2mT7uYpL3sWdA9hC';
const email = 'someone@example.com';

let sentry: FakeSentry;
let reporting: ProcessStack;

test.beforeAll(async () => {
  sentry = await startFakeSentry();
  reporting = await startProcesses({ SENTRY_DSN: sentry.dsn });
});
test.afterAll(async () => {
  await reporting.close();
  await sentry.close();
});
test.beforeEach(() => sentry.forget());

const passedOn = () => Buffer.concat([...sentry.received]).toString();

/** Opens the sign-in page and waits for the error reporter. */
async function openReporting(page: Page): Promise<void> {
  const loaded = page.waitForResponse(/\/start-error-reports-[^/]*\.js$/);
  await page.goto(`${reporting.origin}/enter?email=${email}`);
  await (await loaded).finished();
}

test('the error reporter loads after the page is ready', async ({ page }) => {
  await openReporting(page);
  const [startedMs = 0, readyMs = 0] = await page.evaluate(() => {
    const script = performance.getEntriesByType('resource').find(({ name }) => name.includes('/start-error-reports-'));
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return [script?.startTime, navigation?.loadEventStart];
  });
  expect(readyMs).toBeGreaterThan(0);
  expect(startedMs).toBeGreaterThanOrEqual(readyMs);
});

test.describe('an uncaught error', () => {
  test.use({ expectedConsole: [/It broke/] });

  for (const when of ['before', 'after'] as const) {
    test(`reaches Sentry through the gateway, scrubbed, ${when} the reporter is loaded`, async ({ page }) => {
      const fail = (text: string) => {
        const run = () =>
          setTimeout(() => {
            throw new Error(`It broke at /profile?code=${text}`);
          });
        if ('clientStarted' in window) run();
        else Object.defineProperty(window, 'clientStarted', { set: run });
      };
      // A tenth of the pages send a trace as well.
      const reported = page.waitForRequest(
        (request) =>
          request.url() === `${reporting.origin}/reports` && request.postData()?.includes('"exception"') === true,
      );
      if (when === 'before') await page.addInitScript(fail, secret);
      await openReporting(page);
      if (when === 'after') await page.evaluate(fail, secret);
      const report = await reported;
      expect(report.headers()['content-type']).toBe('application/json');
      expect(report.postDataJSON()).toMatchObject({
        event_id: expect.stringMatching(/^[\da-f]{32}$/),
        exception: { values: [{ type: 'Error', value: 'It broke at /profile?…' }] },
        contexts: { trace: { trace_id: expect.stringMatching(/^[\da-f]{32}$/) } },
        tags: { page: '/enter' },
      });
      expect(report.postData()).not.toContain(email);
      await expect.poll(passedOn).toContain(report.postDataJSON().event_id);
      expect(passedOn()).not.toContain(secret);
    });
  }
});

test('a response that something in front of the gateway sends is reported: no log of the gateway shows it', async ({
  page,
}) => {
  await openReporting(page);
  await page.route(`**${calls.requestOneTimeCode.path}`, (route) => route.fulfill({ json: {} }));
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect.poll(passedOn).toContain('200, code null: unusable');
});

test('one page in ten is traced, without the values in its URL', async ({ page }) => {
  // Selects this page for the 10 % sample.
  await page.addInitScript(() => {
    Math.random = () => 0.099;
  });
  const isTrace = (body: string | null) => body?.includes('"type":"transaction"') ?? false;
  const traced = page.waitForRequest((request) => request.url().endsWith('/reports') && isTrace(request.postData()));
  await openReporting(page);
  const body = (await traced).postData() ?? '';
  expect(body).not.toContain(email);
  await expect.poll(passedOn).toContain('"type":"transaction"');
  expect(passedOn()).toContain('"op":"pageload"');
  expect(passedOn()).not.toContain(email);
});
