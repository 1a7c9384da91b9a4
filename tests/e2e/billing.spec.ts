import type { Page } from '@playwright/test';
import { addFault } from './support/faults.ts';
import { holdRequests } from './support/hold-requests.ts';
import { screenTitle } from './support/screen-title.ts';
import { signIn, signInByForm } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const anna = 'anna.lindqvist@example.com';
const billing = '/profile?profile_section=BILLING';

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const cancel = 'Cancel subscription';
const diia = 'Verify with Diia';
const issue =
  'Something went wrong during billing, please check availability of your payment method or change it to other';

test('a failed payment shows on the page and in the navigation, with a link to help', async ({ page, stack }) => {
  await signIn(page, stack, 'grace@example.com');
  await page.goto(billing);
  await expect(main(page).getByText(issue)).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'FAQ' })).toHaveAttribute('href', /\/help\//);
  await expect(main(page).getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', /^https?:/);
  await expect(page.getByRole('link', { name: /^Billing.*Payment issue/ })).toBeVisible();
});

test('a failed payment has the bank’s reason, the amount due, and one button that changes the method', async ({
  page,
  stack,
}) => {
  await signIn(page, stack, 'grace@example.com');
  await page.goto(billing);
  await expect(main(page).getByText('Your bank’s reason: “Your card has insufficient funds.”')).toBeVisible();
  await expect(main(page).getByText('Amount due: €9.99')).toBeVisible();
  const change = page.locator('.banner').getByRole('button', { name: 'Change payment method' });
  await expect(main(page).getByRole('button', { name: 'Change payment method' })).toHaveCount(1);
  await change.click();
  await expect(page.getByRole('dialog', { name: 'Change payment method' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(change).toBeFocused();
});

test('a payment that the App Store could not collect is settled there', async ({ page, stack }) => {
  await signIn(page, stack, 'payment-failed-app-store@example.com');
  await page.goto(billing);
  await expect(main(page).getByText('The App Store couldn’t charge you.')).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Open App Store subscriptions' })).toHaveAttribute(
    'href',
    'https://apps.apple.com/account/subscriptions',
  );
});

test('without a method to change, the payment issue leads to support', async ({ page, stack }) => {
  await signIn(page, stack, 'payment-failed-no-method@example.com');
  await page.goto(billing);
  await expect(main(page).getByText('Contact us, and we’ll sort it out together.')).toBeVisible();
  await expect(main(page).getByText(/change it to other/)).toHaveCount(0);
});

for (const email of ['promo-ended@example.com', 'guest@example.com', 'pay-as-you-go@example.com']) {
  test(`${email} gets back to a plan by its own payment link`, async ({ page, stack }) => {
    await signIn(page, stack, email);
    await page.goto(billing);
    await main(page).getByRole('link', { name: 'See plans' }).click();
    await page.waitForURL(`${stack.sandboxOrigin}/checkout/**`);
    await expect(page.getByText(email)).toBeVisible();
  });
}

test.describe('when another account signs in meanwhile', () => {
  // The gateway refuses what the page has sent for the earlier one.
  test.use({ expectedConsole: [/status of 412/] });

  test('the payment link of the earlier one does not open', async ({ page, context, stack }) => {
    await signIn(page, stack, 'promo-ended@example.com');
    await page.goto(billing);
    const links = await holdRequests(page, '**/web/v1/store/payment-link');
    const otherTab = await context.newPage();
    await otherTab.goto('/profile');
    await main(page).getByRole('link', { name: 'See plans' }).click();
    await links.arrived;
    await otherTab.getByRole('button', { name: 'Sign out' }).click();
    await expect(otherTab).toHaveURL('/enter');
    await signInByForm(otherTab, stack, 'free@example.com');
    links.release();
    await page.waitForLoadState('networkidle');
    await expect(page.getByText('free@example.com').first()).toBeVisible();
    await expect(page).toHaveURL(/\/profile/);
  });
});

test('a slow link to the plans does not open after the user has gone back and opened something else', async ({
  page,
  stack,
}) => {
  await signIn(page, stack, 'promo-ended@example.com');
  await page.goto('/profile?profile_section=DEVICES');
  await page.getByRole('link', { name: 'Billing', exact: true }).first().click();
  const links = await holdRequests(page, '**/web/v1/store/payment-link');
  await main(page).getByRole('link', { name: 'See plans' }).click();
  await links.arrived;
  await page.goBack();
  await page.getByRole('link', { name: 'Account', exact: true }).first().click();
  const responded = page.waitForResponse('**/web/v1/store/payment-link');
  links.release();
  await (await responded).finished();
  await page.waitForTimeout(300);
  await expect(page).toHaveURL('/profile');
  await page.getByRole('link', { name: 'Billing', exact: true }).first().click();
  await main(page).getByRole('link', { name: 'See plans' }).click();
  await page.waitForURL(`${stack.sandboxOrigin}/checkout/**`);
});

test('a coupon shows its code and links to its offer', async ({ page, stack }) => {
  await signIn(page, stack, 'free-coupon@example.com');
  await page.goto(billing);
  await expect(main(page).getByText(/HARBOUR30/)).toBeVisible();
  await main(page).getByRole('link', { name: 'Get 30% off' }).click();
  await page.waitForURL(`${stack.sandboxOrigin}/checkout/**`);
});

test('a screen reader hears that a plan never expires', async ({ page, stack }) => {
  await signIn(page, stack, 'citizen@example.com');
  await page.goto(billing);
  await expect(main(page).getByRole('img', { name: 'Unlimited' })).toBeVisible();
});

test('returning from the payment provider opens billing, as profile_section does', async ({ page, stack }) => {
  await signIn(page, stack, anna);
  await page.goto('/profile?setup_intent=seti_1&redirect_status=pending');
  await expect(screenTitle(page, 'Billing')).toBeVisible();
  await page.goto('/profile');
  await expect(screenTitle(page, 'Account')).toBeVisible();
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(screenTitle(page, 'Billing')).toBeFocused();
});

test('a pending activation completes on the page without a reload', async ({ page, stack }) => {
  await signIn(page, stack, 'activating@example.com');
  await page.goto(billing);
  const badge = button(page, 'Syncing');
  await badge.focus();
  await expect(page.getByRole('tooltip')).toHaveText(
    'We’re confirming your payment. This usually takes a few minutes.',
  );
  await expect(main(page).getByText('Next billing')).toHaveCount(0);
  await fetch(`${stack.sandboxOrigin}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: 60 }),
  });
  await expect(button(page, cancel)).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('status').filter({ hasText: 'Your plan is active now.' })).toBeAttached();
  await expect(badge).toHaveCount(0);
});

test('dialog and card-provider code loads only when a dialog opens', async ({ page, stack }) => {
  const parts: string[] = [];
  page.on('request', (request) => {
    const [part] = /\/assets\/(?!use-)[a-z-]+-dialog|survey|stripe/.exec(request.url()) ?? [];
    if (part) parts.push(part);
  });
  await signIn(page, stack, anna);
  await page.goto(billing, { waitUntil: 'networkidle' });
  await expect(button(page, cancel)).toBeVisible();
  expect(parts).toEqual([]);
  await button(page, cancel).click();
  await expect(dialog(page)).toBeVisible();
  expect(new Set(parts)).toEqual(new Set(['/assets/cancel-dialog']));
  await button(page, 'Keep subscription').click();
  await button(page, 'Change payment method').click();
  await expect(dialog(page)).toBeVisible();
  expect(parts).toContain('/assets/payment-method-dialog');
  await expect.poll(() => parts).toContain('stripe');
});

test('upgrading opens the account’s own payment link', async ({ page, stack }) => {
  await signIn(page, stack, 'free@example.com');
  await page.goto(billing);
  const upgrade = page.getByRole('link', { name: 'Upgrade plan' });
  await expect(upgrade).toHaveAttribute('href', `${stack.sandboxOrigin}/order/`);
  await upgrade.click();
  await page.waitForURL(`${stack.sandboxOrigin}/checkout/**`);
  await expect(page.getByText('free@example.com')).toBeVisible();
});

test('hides the call to action while a verification is running', async ({ page, stack }) => {
  await signIn(page, stack, 'free@example.com');
  await page.goto(`${billing}&diia_success_url=${encodeURIComponent('https://evil.example/')}`);
  await expect(page.getByRole('link', { name: 'Upgrade plan' })).toBeVisible();
  await page.goto(`/profile?diia_success_url=${encodeURIComponent('skerry://verified')}`);
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(button(page, diia)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upgrade plan' })).toHaveCount(0);
});

test('a discount replaces the promo code link on the account page', async ({ page, stack }) => {
  const redeem = page.getByRole('link', { name: /Redeem promocode/ });
  await signIn(page, stack, 'free@example.com');
  await page.goto('/profile');
  await expect(redeem).toBeVisible();
  await signIn(page, stack, 'free-coupon@example.com');
  await page.goto('/profile');
  await expect(screenTitle(page, 'Account')).toBeVisible();
  await expect(redeem).toHaveCount(0);
});

test.describe('when a request fails', () => {
  test.use({ expectedConsole: [[/status of (400|404|50\d)|ERR_/], { scope: 'test' }] });

  test('a hanging coupon call delays the plan by at most a second', async ({ page, stack }) => {
    await addFault(stack, { method: 'POST', path: '/web/v1/store/coupon/get-account-coupon', hang: true });
    await signIn(page, stack, 'free@example.com');
    await page.goto(billing);
    await expect(page.getByRole('link', { name: 'Upgrade plan' })).toBeVisible();
  });

  test('falls back to the order page when the payment link times out', async ({ page, stack }) => {
    await signIn(page, stack, 'free@example.com');
    await page.goto(billing);
    await holdRequests(page, '**/web/v1/store/payment-link');
    await page.getByRole('link', { name: 'Upgrade plan' }).click();
    // After 5 seconds; the request itself would wait for 30.
    await page.waitForURL(`${stack.sandboxOrigin}/order/**`, { timeout: 25_000 });
  });

  test('offline actions stay in place and say why they are disabled', async ({ page, stack, context }) => {
    await signIn(page, stack, anna);
    await page.goto(billing);
    await expect(button(page, cancel)).toBeVisible();
    await button(page, cancel).focus();
    const boxes = async () => {
      const found = [];
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const { width: own, height } = (await button(page, cancel).boundingBox()) ?? {};
        found.push({ own, height });
      }
      return found;
    };
    const online = await boxes();
    await context.setOffline(true);
    await expect(button(page, cancel)).toHaveAttribute('aria-disabled', 'true');
    expect(await boxes()).toEqual(online);
    await expect(button(page, cancel)).toHaveAccessibleDescription(/You’re offline/);
    await expect(button(page, cancel)).toBeFocused();
    await context.setOffline(false);
    await expect(button(page, cancel)).not.toHaveAttribute('aria-disabled');
    await expect(button(page, cancel)).toBeFocused();
    await button(page, cancel).click();
    await expect(dialog(page)).toBeVisible();
  });
});

test('a Setapp user manages the subscription at Setapp', async ({ page, stack }) => {
  await signIn(page, stack, 'setapp@example.com');
  await page.goto(billing);
  await expect(page.getByRole('link', { name: 'Manage subscription' })).toHaveAttribute(
    'href',
    `${stack.sandboxOrigin}/site/setapp/`,
  );
});
