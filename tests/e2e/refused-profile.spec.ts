import type { Route } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import type { ProcessStack } from '../support/built-stack.ts';
import { addFault, fromGateway } from './support/faults.ts';
import { revalidate } from './support/revalidate.ts';
import { signInByToken } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// A refusal is confirmed by a second read: upstream replicas can disagree, during a release for example.

test.use({ expectedConsole: [/status of (401|403|503)/] });

const anna = 'anna.lindqvist@example.com';
const read = { method: 'GET', path: calls.profile.path } as const;
const refused = { ...read, status: 403, body: { code: 7, message: 'no' }, times: 1 } as const;
/** A read and its repetitions. */
const busy = { ...read, status: 503, body: { code: 14, message: 'busy' }, times: 3 } as const;

/** The sandbox applies the newest fault first. */
async function respondWith(stack: ProcessStack, ...faults: readonly (typeof refused | typeof busy)[]): Promise<void> {
  for (const fault of faults.toReversed()) await addFault(stack, fault);
}

test('a page whose cookies another host has doubled keeps its session until the duplicates are deleted', async ({
  page,
  stack,
}) => {
  await signInByToken(page, stack, anna);
  const doubled = { status: 401, json: { code: 16, message: 'no', details: [] } };
  const headers = { ...fromGateway.headers, 'retry-after': '0' };
  await page.route(`**${calls.profile.path}*`, (route) => route.fulfill({ ...doubled, headers }), { times: 3 });
  await page.goto('/profile');
  const tryAgain = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await expect(tryAgain).toBeVisible();
  expect(await (await page.request.get('/session')).json()).toMatchObject({ signedIn: true });
  await tryAgain.click();
  await expect(page.getByRole('main')).toContainText(anna);
});

test('a tab that asks for its session beside a cookie of another host keeps what is typed', async ({
  page,
  context,
  stack,
}) => {
  await signInByToken(page, stack, anna);
  await page.goto('/profile?profile_section=DEVICES&section=ROUTER');
  const name = page.getByRole('textbox', { name: 'Router name' });
  await name.fill('Attic');
  for (const cookie of ['access_token', 'refresh_token'])
    await context.addCookies([{ name: cookie, value: 'x', domain: 'localhost', path: '/session' }]);
  // As another tab records it.
  await page.evaluate(() => localStorage.setItem('session-changed', String(Date.now())));
  const isDoubled: boolean[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/session') isDoubled.push('retry-after' in response.headers());
  });
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect.poll(() => isDoubled).toEqual([true, false]);
  await expect(name).toHaveValue('Attic');
});

/** Refuses every second request, beginning with the first one. */
function alternate(): (route: Route) => Promise<void> {
  let requests = 0;
  return async (route) => {
    requests += 1;
    if (requests % 2 === 0) return route.continue();
    await route.fulfill({ ...fromGateway, status: refused.status, json: { ...refused.body, details: [] } });
  };
}

test('a page whose first read alone is refused loads', async ({ page, stack }) => {
  await signInByToken(page, stack, anna);
  await respondWith(stack, refused);
  await page.goto('/profile');
  await expect(page.getByRole('main')).toContainText(anna);
  expect(await (await page.request.get('/session')).json()).toMatchObject({ signedIn: true });
});

test('a page whose reads are refused by turns loads', async ({ page, stack }) => {
  await signInByToken(page, stack, anna);
  await page.route(`**${calls.profile.path}*`, alternate());
  await page.goto('/profile');
  await expect(page.getByRole('main')).toContainText(anna);
});

test('a page whose refusal cannot be confirmed says so, and a refusal of the next try ends the session', async ({
  page,
  stack,
}) => {
  await signInByToken(page, stack, anna);
  await respondWith(stack, refused, busy);
  await page.goto('/profile');
  const tryAgain = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await expect(tryAgain).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('main')).toContainText('You’re still signed in');
  await respondWith(stack, refused, refused);
  await tryAgain.click();
  await expect(page.getByRole('alert').filter({ hasText: 'You were signed out. Please sign in again.' })).toBeVisible();
  expect(await (await page.request.get('/session')).json()).toMatchObject({ signedIn: false });
});

for (const [what, confirmation] of [
  ['alone', []],
  ['and cannot be confirmed', [busy]],
] as const)
  test(`what is typed stays when a read in the background is refused ${what}`, async ({ page, stack }) => {
    await signInByToken(page, stack, anna);
    await page.goto('/profile?profile_section=DEVICES&section=ROUTER');
    const name = page.getByRole('textbox', { name: 'Router name' });
    await name.fill('Attic');
    await respondWith(stack, refused, ...confirmation);
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes(calls.profile.path)) statuses.push(response.status());
    });
    await revalidate(page);
    await expect.poll(() => statuses).toEqual([403, ...(confirmation.length > 0 ? [503, 503, 503] : [200])]);
    await expect(name).toHaveValue('Attic');
    await expect(name).toBeFocused();
    expect(await (await page.request.get('/session')).json()).toMatchObject({ signedIn: true });
  });

test('a session that the upstream refuses while its page is open ends', async ({ page, stack }) => {
  await signInByToken(page, stack, anna);
  await page.goto('/profile');
  await expect(page.getByRole('main')).toContainText(anna);
  await respondWith(stack, refused, refused);
  await revalidate(page);
  await expect(page.getByRole('alert').filter({ hasText: 'You were signed out. Please sign in again.' })).toBeVisible();
});
