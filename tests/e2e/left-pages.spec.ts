import type { BrowserContext } from '@playwright/test';
import { type Call, calls } from '#shared/calls.ts';
import type { ProcessStack } from '../support/built-stack.ts';
import { advanceClock } from './support/accounts.ts';
import { addFault } from './support/faults.ts';
import { listRequests } from './support/list-requests.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// Another site can lead its own tab or popup to a page of ours, and away again at any moment.
test.use({ waitsForStart: false });

const readTokens = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => name.endsWith('_token')).map(({ value }) => value);

/** Long enough to do something meanwhile. */
const slowRefresh = { ...calls.refreshTokens, delayMs: 3_000, times: 1 };

/** Waits for the call that starts the refresh. */
const expectOnlyRefusal = (stack: ProcessStack, { path }: Call) =>
  expect.poll(() => listRequests(stack, path), { intervals: [100] }).toMatchObject([{ status: 401 }]);

for (const { reads, path } of [
  { reads: 'the page', path: '/profile' },
  { reads: 'the client', path: '/payment/success?app-identity=x' },
]) {
  test(`what ${reads} reads brings the cookies of a new pair, even if the page is left during the refresh`, async ({
    page,
    context,
    stack,
  }) => {
    await signIn(page, stack, 'anna.lindqvist@example.com');
    await advanceClock(stack, 3600);
    await addFault(stack, slowRefresh);
    const before = await readTokens(context);
    await page.goto(path, { waitUntil: 'commit' });
    await expectOnlyRefusal(stack, calls.profile);
    await page.goto('about:blank');
    await expect.poll(() => readTokens(context)).not.toEqual(before);
    expect(await readTokens(context)).toHaveLength(2);
    expect(await listRequests(stack, calls.refreshTokens.path)).toHaveLength(1);
  });
}

test('a call goes on when what it was for is closed: Firefox drops the new pair of one that is aborted', async ({
  page,
  context,
  stack,
}) => {
  await signIn(page, stack, 'anna.lindqvist@example.com');
  await page.goto('/profile?profile_section=DEVICES');
  const add = page.getByRole('button', { name: 'Add new device' });
  await expect(add).toBeVisible();
  await advanceClock(stack, 3600);
  await addFault(stack, slowRefresh);
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(request.url()));
  const before = await readTokens(context);
  await add.click();
  await expectOnlyRefusal(stack, calls.createPermanentToken);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => readTokens(context)).not.toEqual(before);
  expect(failed).toEqual([]);
});

test('a page that the browser opens in advance reads nothing before it is shown', async ({ page, stack }) => {
  await signIn(page, stack, 'anna.lindqvist@example.com');
  // Chromium prerenders nothing while a test controls it.
  await page.addInitScript(() => Object.defineProperty(document, 'prerendering', { value: true, configurable: true }));
  await page.goto('/profile', { waitUntil: 'networkidle' });
  expect(await listRequests(stack, calls.profile.path)).toEqual([]);
  await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')));
  await expect(page.getByRole('main')).toContainText('anna.lindqvist@example.com');
});
