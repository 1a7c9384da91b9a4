import { calls } from '#shared/calls.ts';
import { advanceClock } from './support/accounts.ts';
import { addFault } from './support/faults.ts';
import { listRequests } from './support/list-requests.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// Another site can lead its own tab or popup to a page of ours, and away again at any moment.
test.use({ waitsForStart: false });

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
    await addFault(stack, { ...calls.refreshTokens, delayMs: 1_000, times: 1 });
    const readTokens = async () =>
      (await context.cookies()).filter(({ name }) => name.endsWith('_token')).map(({ value }) => value);
    const before = await readTokens();
    await page.goto(path, { waitUntil: 'commit' });
    await expect.poll(() => listRequests(stack, calls.profile.path)).toMatchObject([{ status: 401 }]);
    await page.goto('about:blank');
    await expect.poll(readTokens).not.toEqual(before);
    expect(await readTokens()).toHaveLength(2);
    expect(await listRequests(stack, calls.refreshTokens.path)).toHaveLength(1);
  });
}

test('a page that the browser opens in advance reads nothing before it is shown', async ({ page, stack }) => {
  await signIn(page, stack, 'anna.lindqvist@example.com');
  // Chromium prerenders nothing while a test controls it.
  await page.addInitScript(() => Object.defineProperty(document, 'prerendering', { value: true, configurable: true }));
  await page.goto('/profile', { waitUntil: 'networkidle' });
  expect(await listRequests(stack, calls.profile.path)).toEqual([]);
  await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')));
  await expect(page.getByRole('main')).toContainText('anna.lindqvist@example.com');
});
