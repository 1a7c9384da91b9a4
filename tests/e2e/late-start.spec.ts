import type { BrowserContext, Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import type { ProcessStack } from '../support/built-stack.ts';
import { createPair } from './support/accounts.ts';
import { addFault } from './support/faults.ts';
import { holdRequests } from './support/hold-requests.ts';
import { listRequests } from './support/list-requests.ts';
import { screenTitle } from './support/screen-title.ts';
import { signIn, signInByForm } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { watchLaunches } from './support/watch-launches.ts';

// On a slow line, a page can be seconds older than its scripts. Another tab may have begun or ended a session since.
test.use({ waitsForStart: false, expectedConsole: [/launch 'skerry|status of 401/] });

const anna = 'anna.lindqvist@example.com';
const free = 'free@example.com';

/** Opens a page in a new tab. Its scripts wait for `start()`. */
async function openLate(context: BrowserContext, url: string) {
  const late = await context.newPage();
  const scripts = await holdRequests(late, /\/assets\//);
  await late.goto(url, { waitUntil: 'commit' });
  await scripts.arrived;
  // The page’s own requests.
  await late.waitForTimeout(500);
  return { late, start: scripts.release };
}

const signOutByButton = async (page: Page) => {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/enter');
};

const createdTokens = (stack: ProcessStack) => listRequests(stack, calls.createPermanentToken.path);

test('shows the sign-in page when another tab has signed out meanwhile', async ({ page, context, stack }) => {
  await signIn(page, stack, anna);
  await page.goto('/profile');
  const { late, start } = await openLate(context, '/profile');
  await signOutByButton(page);
  start();
  await expect(late).toHaveURL('/enter');
});

test('learns with its next call of a sign-out that was on its way when it was loaded', async ({
  page,
  context,
  stack,
}) => {
  await signIn(page, stack, anna);
  await page.goto('/profile');
  const held = await holdRequests(page, '**/session');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await held.arrived;
  await page.reload();
  await expect(screenTitle(page, 'Account')).toBeVisible();
  held.release();
  const names = async () => (await context.cookies()).map(({ name }) => name);
  await expect.poll(names).not.toContain('access_token');
  await page.getByRole('checkbox').first().click();
  await expect(page.getByText('You were signed out. Please sign in again.')).toBeVisible();
});

test('shows the account that has signed in meanwhile', async ({ page, context, stack }) => {
  await signIn(page, stack, anna);
  await page.goto('/profile');
  const { late, start } = await openLate(context, '/profile');
  await signOutByButton(page);
  await signInByForm(page, stack, free);
  start();
  await expect(late.getByRole('main')).toContainText(free);
  await expect(late.getByRole('main')).not.toContainText(anna);
});

test('does not end the session that has begun after the end of its own', async ({ page, context, stack }) => {
  await signIn(page, stack, anna);
  await addFault(stack, { ...calls.profile, status: 401, body: { code: 16, message: 'expired' }, times: 1 });
  await addFault(stack, { ...calls.refreshTokens, status: 401, body: { code: 16, message: 'refused' }, times: 1 });
  const { late, start } = await openLate(context, '/profile');
  await signInByForm(page, stack, anna);
  start();
  await expect(screenTitle(late, 'Account')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(screenTitle(page, 'Account')).toBeVisible();
});

test('requests no token for the app of a link when someone else has signed in meanwhile', async ({
  page,
  context,
  stack,
}) => {
  const { late, start } = await openLate(
    context,
    `/h/to-app?${await createPair(stack, free)}&app_url=skerry%3A%2F%2Fopen`,
  );
  await watchLaunches(late);
  await page.goto('/profile');
  await expect(page.getByText(`Signed in as ${free}`)).toBeVisible();
  await signOutByButton(page);
  await signInByForm(page, stack, anna);
  start();
  await expect(late.getByRole('link', { name: 'Go to App' })).toHaveAttribute('href', 'skerry://open');
  expect(await createdTokens(stack)).toEqual([]);
});

test.describe('when a sign-out fails', () => {
  test.use({ expectedConsole: [/ERR_FAILED/] });

  test('keeps what is typed when another tab could not sign out', async ({ page, context, stack }) => {
    await signIn(page, stack, anna);
    await page.goto('/profile?profile_section=DEVICES&section=ROUTER');
    const name = page.locator('input[name=router-name]');
    await name.fill('My cabin');
    const other = await context.newPage();
    await other.goto('/profile');
    await other.route('**/session', (route) => route.abort(), { times: 1 });
    await other.getByRole('button', { name: 'Sign out' }).click();
    await expect(other.getByRole('alert').filter({ hasText: 'You’re still signed in' })).toBeVisible();
    const asked = page.waitForResponse('**/session');
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await (await asked).finished();
    await page.waitForTimeout(500);
    await expect(name).toHaveValue('My cabin');
  });
});
