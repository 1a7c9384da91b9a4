import type { Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import type { ProcessStack } from '../support/built-stack.ts';
import { advanceClock, findPermanentToken, isSignedIn } from './support/accounts.ts';
import { addFault } from './support/faults.ts';
import { listRequests } from './support/list-requests.ts';
import { signInByToken } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedConsole: [/status of (400|401|500)|ERR_INTERNET_DISCONNECTED/] });

const identityOf = (token: string) =>
  encodeURIComponent(Buffer.from(`skerry.site.order|42|${token}`).toString('base64'));

async function arrive(page: Page, stack: ProcessStack, email: string): Promise<void> {
  const token = await findPermanentToken(stack, email);
  await page.goto(`/payment/success?app-identity=${identityOf(token)}&utm_source=order`);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

test('a completed payment succeeds on the first check, and no script sees the token', async ({ page, stack }) => {
  await page.addInitScript(() => sessionStorage.setItem('first address', location.href));
  await arrive(page, stack, 'anna.lindqvist@example.com');
  expect(await page.evaluate(() => sessionStorage.getItem('first address'))).toBe(
    `${stack.origin}/payment/success?app-identity=read&utm_source=order`,
  );
  await expect(heading(page, 'Payment successful')).toBeVisible();
  await expect(page.getByText('Your subscription is active on all your devices.')).toBeVisible();
  await expect(page).toHaveURL('/payment/success?utm_source=order');
  expect(await isSignedIn(page, stack)).toBe(true);
  await page.getByRole('link', { name: 'Go to profile' }).click();
  await expect(page.getByRole('main')).toContainText('anna.lindqvist@example.com');
});

test('the other tabs go on in the account that has paid once its tab is visible', async ({ page, context, stack }) => {
  const other = await context.newPage();
  await other.goto('/enter');
  await expect(other.getByLabel('Email')).toBeVisible();
  await page.bringToFront();
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  await arrive(page, stack, 'anna.lindqvist@example.com');
  await expect(heading(page, 'Payment successful')).toBeVisible();
  await expect(other).toHaveURL('/enter');
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'hidden');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(other).toHaveURL('/profile');
});

test('the other tabs read the profile again after a payment', async ({ page, context, stack }) => {
  await signInByToken(page, stack, 'anna.lindqvist@example.com');
  const other = await context.newPage();
  await other.goto('/profile');
  await expect(other.getByRole('main')).toContainText('anna.lindqvist@example.com');
  const read = other.waitForRequest(`**${calls.profile.path}*`);
  await arrive(page, stack, 'anna.lindqvist@example.com');
  await expect(heading(page, 'Payment successful')).toBeVisible();
  await read;
});

test('a link with another account’s token never replaces the session', async ({ page, stack }) => {
  await signInByToken(page, stack, 'anna.lindqvist@example.com');
  const before = await listRequests(stack, calls.signInWithPermanentToken.path);
  await arrive(page, stack, 'free@example.com');
  await expect(heading(page, 'Payment successful'), 'of the session’s own account').toBeVisible();
  await expect(page).toHaveURL('/payment/success?utm_source=order');
  await page.getByRole('link', { name: 'Go to profile' }).click();
  await expect(page.getByRole('main')).toContainText('anna.lindqvist@example.com');
  expect(await listRequests(stack, calls.signInWithPermanentToken.path)).toEqual(before);
});

test('a page that the browser fetches in advance changes nothing', async ({ context, stack }) => {
  const token = await findPermanentToken(stack, 'anna.lindqvist@example.com');
  const response = await context.request.get(`${stack.origin}/payment/success?app-identity=${identityOf(token)}`, {
    headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-purpose': 'prefetch;prerender' },
  });
  expect(response.status()).toBe(503);
  expect(await listRequests(stack, calls.signInWithPermanentToken.path)).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

test('waits for a pending payment, also across a reload', async ({ page, stack }) => {
  await arrive(page, stack, 'activating@example.com');
  await expect(heading(page, 'Processing your payment')).toBeVisible();
  await expect(page.getByText('Did you know?')).toBeVisible();
  // Without a session, the page would assume a success after twelve seconds.
  await expect.poll(() => isSignedIn(page, stack)).toBe(true);
  await page.reload();
  await expect(heading(page, 'Processing your payment')).toBeVisible();
  await advanceClock(stack, 3600);
  await expect(heading(page, 'Payment successful')).toBeVisible();
});

test('a profile that fails to load shows the failure page', async ({ page, stack }) => {
  await addFault(stack, { method: 'GET', path: '/web/v1/profile', status: 400, body: { code: 3, message: 'no' } });
  await arrive(page, stack, 'anna.lindqvist@example.com');
  await expect(heading(page, 'Could not update subscription status')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to profile' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact support' })).toBeVisible();
});

test('a refused token shows the processing page, and success after 12 seconds', async ({ page }) => {
  // The clock advances only by `runFor`, and the page starts by it.
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1_000);
  await page.goto(`/payment/success?app-identity=${identityOf('sandbox-permanent-unknown')}`, {
    waitUntil: 'commit',
  });
  await expect(async () => {
    // React renders a moment after the response.
    await page.clock.runFor(300);
    await expect(heading(page, 'Processing your payment')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByText('Did you know?')).toBeVisible();
  await expect(page).toHaveURL('/payment/success');
  await page.clock.runFor(10_000);
  await expect(heading(page, 'Processing your payment')).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(heading(page, 'Payment successful')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByText('Your subscription will be active within a few minutes.')).toBeVisible();
});

test('losing the network while waiting shows the failure page, and a reload checks again', async ({
  page,
  context,
  stack,
}) => {
  // The sign-in is complete: the page checks the account.
  const checked = page.waitForResponse(`**${calls.profile.path}`);
  await arrive(page, stack, 'activating@example.com');
  await expect(heading(page, 'Processing your payment')).toBeVisible();
  await checked;
  await context.setOffline(true);
  await expect(heading(page, 'Could not update subscription status')).toBeVisible();
  await context.setOffline(false);
  await advanceClock(stack, 3600);
  await page.reload();
  await expect(heading(page, 'Payment successful')).toBeVisible();
  await page.getByRole('link', { name: 'Go to profile' }).click();
  await expect(page).toHaveURL('/profile');
  await page.goBack();
  await expect(heading(page, 'Payment successful')).toBeVisible();
});

test('without an identity the page points to the email, and to the inbox of a known provider', async ({ page }) => {
  await page.goto('/payment/success');
  await expect(heading(page, 'Thank you for your purchase')).toBeVisible();
  await expect(page.getByText('Please follow the steps in the email we just sent you.')).toBeVisible();
  const inbox = page.getByRole('link', { name: 'Open inbox' });
  await expect(inbox).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem('otc-email', 'anna@gmail.com'));
  await page.reload();
  await expect(inbox).toHaveAttribute('href', 'https://mail.google.com/');
});
