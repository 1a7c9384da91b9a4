import type { Page } from '@playwright/test';
import type { ProcessStack } from '../support/processes.ts';
import { advanceClock, findPermanentToken, isSignedIn } from './support/accounts.ts';
import { listRequests } from './support/sandbox.ts';
import { addFault } from './support/sign-in-by-form.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedConsole: [/status of (400|401|500)|ERR_INTERNET_DISCONNECTED/] });

const identityOf = (token: string) =>
  encodeURIComponent(Buffer.from(`skerry.site.order|42|${token}`).toString('base64'));

async function arrive(page: Page, stack: ProcessStack, email: string): Promise<void> {
  const token = await findPermanentToken(stack, email);
  await page.goto(`/payment/success?app-identity=${identityOf(token)}&utm_source=order`);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const looks = (stack: ProcessStack) => listRequests(stack, '/web/v1/profile');

test('a payment that has arrived is a success at the first look; the token leaves the address', async ({
  page,
  stack,
}) => {
  await arrive(page, stack, 'anna.lindqvist@example.com');
  await expect(heading(page, 'Payment successful')).toBeVisible();
  await expect(page.getByText('Your subscription is active on all your devices.')).toBeVisible();
  await expect(page).toHaveURL('/payment/success?utm_source=order');
  expect(await isSignedIn(page, stack)).toBe(true);
  await page.getByRole('link', { name: 'Go to profile' }).click();
  await expect(page.getByRole('main')).toContainText('anna.lindqvist@example.com');
});

test('a payment that is on its way is waited for, also over a reload', async ({ page, stack }) => {
  await arrive(page, stack, 'activating@example.com');
  await expect(heading(page, 'Processing your payment')).toBeVisible();
  await expect(page.getByText('Did you know?')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Processing your payment')).toBeVisible();
  await advanceClock(stack, 3600);
  await expect(heading(page, 'Payment successful')).toBeVisible();
});

test('a payment that has not arrived after 15 looks, two seconds apart, is a failure', async ({ page, stack }) => {
  await page.clock.install();
  await arrive(page, stack, 'free@example.com');
  for (let look = 1; look < 15; look += 1) {
    // The pause before the next look begins when the answer to the last one is there.
    await expect(async () => {
      await page.clock.runFor(2_000);
      expect((await looks(stack)).length).toBeGreaterThan(look);
    }).toPass();
  }
  await expect(heading(page, 'Could not update subscription status')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to profile' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact support' })).toBeVisible();
  expect(await looks(stack)).toHaveLength(15);
});

test('a profile that cannot be read is a failure', async ({ page, stack }) => {
  await addFault(stack, { method: 'GET', path: '/web/v1/profile', status: 400, body: { code: 3, message: 'no' } });
  await arrive(page, stack, 'anna.lindqvist@example.com');
  await expect(heading(page, 'Could not update subscription status')).toBeVisible();
});

const unreadable = [
  ['that cannot be decoded', 'not-base64!'],
  ['whose token is refused', identityOf('sandbox-permanent-unknown')],
] as const;

for (const [what, identity] of unreadable) {
  test(`an identity ${what} shows the processing page, and success after 12 seconds`, async ({ page }) => {
    // The clock stands still unless it is told to run.
    const now = Date.now();
    await page.clock.install({ time: now });
    await page.clock.pauseAt(now + 1_000);
    await page.goto(`/payment/success?app-identity=${identity}`);
    await expect(async () => {
      // React shows what was waited for a moment later.
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
}

test('a network that goes while a payment is waited for is a failure, and a reload looks again', async ({
  page,
  context,
  stack,
}) => {
  await arrive(page, stack, 'activating@example.com');
  await expect(heading(page, 'Processing your payment')).toBeVisible();
  await expect.poll(() => isSignedIn(page, stack)).toBe(true);
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

test('without an identity the page points to the mail, and to the inbox of a known provider', async ({ page }) => {
  await page.goto('/payment/success');
  await expect(heading(page, 'Thank you for your purchase')).toBeVisible();
  await expect(page.getByText('Please follow the steps in the email we have just sent you.')).toBeVisible();
  const inbox = page.getByRole('link', { name: 'Open inbox' });
  await expect(inbox).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem('otc-email', 'anna@gmail.com'));
  await page.reload();
  await expect(inbox).toHaveAttribute('href', 'https://mail.google.com/');
});
