import { calls } from '#shared/calls.ts';
import type { ProcessStack } from '../support/built-stack.ts';
import { findPermanentToken } from './support/accounts.ts';
import { listRequests } from './support/list-requests.ts';
import { signIn, signInByToken } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedConsole: [/status of (400|50\d)|net::ERR_FAILED/] });

const anna = 'anna.lindqvist@example.com';
const free = 'free@example.com';
const settings = '/web/v1/account/update-settings';
const events = '/web/v1/marketing/emails/events/register';

const profileUrl = `**${calls.profile.path}*`;

const linkFor = async (stack: ProcessStack, email: string, path = '/email/subscription-confirmed') =>
  `${path}?permanent_access_token=${await findPermanentToken(stack, email)}`;

const readEvents = async (stack: ProcessStack) =>
  (await fetch(`${stack.sandboxOrigin}/sandbox/events`)).json() as Promise<object[]>;

for (const path of ['/email/subscription-confirmed', '/auth/subscription-confirmed']) {
  test(`a link that signs in confirms automatically, once: ${path}`, async ({ page, stack }) => {
    const update = page.waitForRequest((request) => request.url().endsWith(settings));
    await page.goto(await linkFor(stack, free, path));
    await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
    await expect(page.getByText('Subscription successfully confirmed')).toBeVisible();
    expect((await update).postDataJSON(), 'receive_newsletters is omitted').toEqual({});
    await expect.poll(() => readEvents(stack)).toHaveLength(1);
    expect(await readEvents(stack)).toMatchObject([{ event_type: 'newsletter_confirmed', email: free }]);

    await page.reload();
    await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
    expect(await listRequests(stack, settings)).toHaveLength(1);
    await page.getByRole('link', { name: 'Go to profile' }).click();
    await expect(page.getByRole('checkbox', { name: 'Newsletter notifications' })).toBeChecked();
  });
}

test('the link of a deleted account offers a way to restore the account', async ({ page, stack }) => {
  await page.goto(await linkFor(stack, 'deleted@example.com'));
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to profile' }).click();
  await expect(page.getByRole('button', { name: 'Restore account' })).toBeVisible();
});

test('with an older session the page asks first and names the account', async ({ page, stack }) => {
  await signIn(page, stack, free);
  await page.goto(await linkFor(stack, anna));
  const button = page.getByRole('button', { name: `Confirm for ${free}` });
  await expect(button).toBeVisible();
  expect(await listRequests(stack, settings)).toHaveLength(0);
  await button.dblclick();
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
  expect(await listRequests(stack, settings)).toHaveLength(1);
});

test('a link’s page asks first when someone else signs in while it is open', async ({ page, stack }) => {
  // Hidden behind another tab before it has confirmed.
  await page.route(profileUrl, (route) => route.abort());
  await page.goto(await linkFor(stack, anna));
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await signIn(page, stack, free);
  await page.unroute(profileUrl);
  const other = await page.context().newPage();
  await other.goto('/profile');
  await other.evaluate(() => new BroadcastChannel('session').postMessage({ signedIn: null }));
  await expect(page.getByRole('button', { name: `Confirm for ${free}` })).toBeVisible();
  expect(await listRequests(stack, settings)).toHaveLength(0);
});

test('after a link to another page has signed in, the page asks first', async ({ page, stack }) => {
  await page.goto(`/enter/help?token=${await findPermanentToken(stack, free)}`);
  await page.goto('/email/subscription-confirmed');
  await expect(page.getByRole('button', { name: `Confirm for ${free}` })).toBeVisible();
  expect(await listRequests(stack, settings)).toHaveLength(0);
});

test('an account without an email is named by its id, and sends no event', async ({ page, stack }) => {
  await signInByToken(page, stack, 'no-email@example.com');
  await page.goto('/email/subscription-confirmed');
  await page.getByRole('button', { name: /^Confirm for [0-9a-f-]{36}$/ }).click();
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await listRequests(stack, settings)).toHaveLength(1);
  expect(await listRequests(stack, events)).toEqual([]);
});

test('without a session the page goes to the sign-in page and back, then asks', async ({ page, stack }) => {
  await page.goto('/email/subscription-confirmed');
  await page.getByRole('link', { name: 'Sign in to confirm' }).click();
  await expect(page).toHaveURL('/enter');
  await page.getByLabel('Email', { exact: true }).fill(free);
  await page.keyboard.press('Enter');
  const code = page.getByLabel('6-digit code');
  await expect(code).toBeVisible();
  const messages = await (await fetch(`${stack.sandboxOrigin}/sandbox/messages?email=${free}`)).json();
  await code.fill(messages[0].code);
  await page.getByRole('button', { name: `Confirm for ${free}` }).click();
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
});
