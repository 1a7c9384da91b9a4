import type { Page } from '@playwright/test';
import { addFault, clearFaults, loseResponse } from './support/faults.ts';
import { holdRequests } from './support/hold-requests.ts';
import { listRequests } from './support/list-requests.ts';
import { pressDeliberately } from './support/press-deliberately.ts';
import { revalidate } from './support/revalidate.ts';
import { screenTitle } from './support/screen-title.ts';
import { signIn, signInByForm } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const anna = 'anna.lindqvist@example.com';
const billing = '/profile?profile_section=BILLING';

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const cancel = 'Cancel subscription';
const renew = 'Renew subscription';
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

test('the payment link of an account that has signed in meanwhile does not open', async ({ page, context, stack }) => {
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

test('cancelling asks for confirmation, explains what happens, shows the survey, and reloads on close', async ({
  page,
  stack,
}) => {
  await signIn(page, stack, anna);
  await page.goto(billing);
  await button(page, cancel).click();
  await expect(dialog(page)).toContainText('Your plan stays active until');
  const held = await holdRequests(page, '**/web/v1/store/cancel-subscription');
  await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
  await expect(dialog(page)).toContainText('We’re cancelling');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toContainText('We’re cancelling');
  held.release();
  await expect(dialog(page)).toContainText('We’ve cancelled');
  await dialog(page).getByRole('button', { name: 'Send feedback' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('Choose an answer or write a few words');
  await dialog(page).getByText('It’s too expensive').click();
  await dialog(page).getByRole('textbox').fill('And too blue.');
  await expect(dialog(page).locator('input[name=country]')).toHaveValue(/^[A-Z]{2}$/);
  const sent = page.waitForRequest('**/web/v1/marketing/emails/events/register');
  await dialog(page).getByRole('button', { name: 'Send feedback' }).click();
  expect((await sent).postDataJSON()).toEqual({
    event_type: 'subscription_cancel_survey',
    email: anna,
    event_params: [
      { name: 'reason', value: 'price' },
      { name: 'comment', value: 'And too blue.' },
      { name: 'country', value: expect.stringMatching(/^[A-Z]{2}$/) },
      { name: 'sku', value: 'power-user-3m' },
    ],
  });
  await expect(dialog(page)).toContainText('Thank you');
  const reloaded = page.waitForEvent('load');
  await dialog(page).locator('form, .btn-row').getByRole('button', { name: 'Close' }).click();
  await reloaded;
  await expect(button(page, 'Renew subscription')).toBeVisible();
});

for (const { reason, offer, link } of [
  { reason: 'The connection was slow or unstable', offer: 'a different protocol often helps', link: 'Setup guide' },
  { reason: 'It’s too expensive', offer: 'Invite friends', link: 'Refer a friend' },
  { reason: 'A location or service I need is missing', offer: 'Tell us what’s missing', link: 'Contact support' },
]) {
  test(`before cancelling, the reason “${reason}” gets a lighter offer`, async ({ page, stack }) => {
    await signIn(page, stack, anna);
    await page.goto(billing);
    await button(page, cancel).click();
    await dialog(page).getByText(reason).click();
    await expect(dialog(page).getByRole('status')).toContainText(offer);
    await expect(dialog(page).getByRole('link', { name: link })).toHaveAttribute('href', /./);
    await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
    await expect(dialog(page)).toContainText('We’ve cancelled');
    await expect(dialog(page).getByRole('radio', { name: reason })).toBeChecked();
  });
}

test('cancelling a trial says that nothing is charged', async ({ page, stack }) => {
  await signIn(page, stack, 'trial@example.com');
  await page.goto(billing);
  await button(page, cancel).click();
  await expect(dialog(page)).toContainText('You won’t be charged. Your plan stays active until');
});

test('cancelling in the grace period promises the plan until that period ends', async ({ page, stack }) => {
  await signIn(page, stack, 'grace@example.com');
  await page.goto(billing);
  const note = await page.locator('.plan__note').innerText();
  const end = /by (.+ 20\d\d),/.exec(note)?.[1] ?? 'no date';
  await button(page, cancel).click();
  await expect(dialog(page)).toContainText(`We won’t try to charge you again. Your plan stays active until ${end}`);
  await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
  await expect(dialog(page)).toContainText(`Your plan stays active until ${end}`);
  const reloaded = page.waitForEvent('load');
  await dialog(page).getByRole('button', { name: 'Close' }).first().click();
  await reloaded;
  await expect(main(page)).toContainText(end);
});

test('an account without an email is offered no survey, whose event needs one', async ({ page, stack }) => {
  await page.route('**/web/v1/profile?*', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    json.profile.email = '';
    await route.fulfill({ response, json });
  });
  await signIn(page, stack, anna);
  await page.goto(billing);
  await button(page, cancel).click();
  await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
  await expect(dialog(page)).toContainText('We’ve cancelled');
  await expect(dialog(page).locator('form')).toHaveCount(0);
  const reloaded = page.waitForEvent('load');
  await dialog(page).locator('.btn-row').getByRole('button', { name: 'Close' }).click();
  await reloaded;
  // The page reads the profile again.
  await page.unrouteAll({ behavior: 'wait' });
});

test('the survey stays open after cancelling a plan that has no further action', async ({ page, stack }) => {
  // As with a billing partner that does not allow renewals.
  await page.route('**/web/v1/profile?*', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    json.profile.subscription.subscriptionRenewable = false;
    await route.fulfill({ response, json });
  });
  await signIn(page, stack, 'platform@example.com');
  await page.goto(billing);
  await button(page, cancel).click();
  await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
  await expect(dialog(page)).toContainText('We’ve cancelled');
  await dialog(page).getByRole('textbox').fill('And too blue.');
  await revalidate(page);
  await expect(page.locator('.plan__foot .btn')).toHaveCount(0);
  await expect(dialog(page)).toContainText('We’ve cancelled');
  await expect(dialog(page).getByRole('textbox')).toHaveValue('And too blue.');
});

test('keeping the subscription changes nothing and restores focus', async ({ page, stack }) => {
  await signIn(page, stack, anna);
  await page.goto(billing);
  await button(page, cancel).click();
  await button(page, 'Keep subscription').click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page, cancel)).toBeFocused();
  expect(await listRequests(stack, '/web/v1/store/cancel-subscription')).toEqual([]);
});

test('a store subscription shows where to cancel it', async ({ page, stack }) => {
  await signIn(page, stack, 'play-store@example.com');
  await page.goto(billing);
  await button(page, cancel).click();
  await expect(dialog(page)).toContainText('Your subscription is billed through Google Play');
  await expect(dialog(page).getByRole('link', { name: 'Open Google Play subscriptions' })).toHaveAttribute(
    'href',
    'https://play.google.com/store/account/subscriptions',
  );
  await button(page, 'Got it').click();
  await expect(dialog(page)).toHaveCount(0);
});

test('renewing reloads the page, confirms it, and shows the renewed plan', async ({ page, stack }) => {
  await signIn(page, stack, 'canceled@example.com');
  await page.goto(billing);
  await button(page, 'Renew subscription').click();
  await expect(dialog(page)).toContainText('you won’t be charged today');
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('status').filter({ hasText: 'Subscription renewed successfully' }).waitFor(),
    pressDeliberately(dialog(page).getByRole('button', { name: 'Renew subscription' })),
  ]);
  await expect(button(page, cancel)).toBeVisible();
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

  test('a renewal with a lost response is looked up and found to have succeeded', async ({ page, stack }) => {
    await signIn(page, stack, 'canceled@example.com');
    await page.goto(billing);
    await button(page, 'Renew subscription').click();
    await loseResponse(page, '/web/v1/store/subscription/renew');
    const reloaded = page.waitForEvent('load');
    await pressDeliberately(dialog(page).getByRole('button', { name: 'Renew subscription' }));
    await reloaded;
    await expect(button(page, cancel)).toBeVisible();
    expect(await listRequests(stack, '/web/v1/store/subscription/renew')).toHaveLength(1);
  });

  test('a cancellation with a lost response is looked up before it is offered again', async ({ page, stack }) => {
    await signIn(page, stack, anna);
    await page.goto(billing);
    await button(page, cancel).click();
    // Not executed; the reloaded profile shows it.
    await addFault(stack, { method: 'POST', path: '/web/v1/store/cancel-subscription', reset: true, times: 1 });
    const before = (await listRequests(stack, '/web/v1/profile')).length;
    await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
    await expect(dialog(page).getByRole('alert')).toContainText('Something went wrong');
    expect((await listRequests(stack, '/web/v1/profile')).length).toBeGreaterThan(before);
    await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
    await expect(dialog(page)).toContainText('We’ve cancelled');
  });

  test('a failed cancellation keeps the typed text and keeps focus in the dialog', async ({ page, stack }) => {
    await signIn(page, stack, anna);
    await page.goto(billing);
    await button(page, cancel).click();
    await addFault(stack, { method: 'POST', path: '/web/v1/store/cancel-subscription', status: 500, times: 1 });
    const held = await holdRequests(page, '**/web/v1/store/cancel-subscription');
    await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
    await expect(dialog(page).getByRole('status')).toBeFocused();
    await dialog(page).getByText('It’s too expensive').click();
    await dialog(page).getByRole('textbox').fill('And too blue.');
    held.release();
    const failure = dialog(page).getByRole('alert');
    await expect(failure).toContainText('Something went wrong');
    await expect(dialog(page).locator('div:focus', { has: page.getByRole('alert') })).toBeVisible();
    await expect(dialog(page).getByRole('textbox')).toBeHidden();
    await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
    await expect(dialog(page)).toContainText('We’ve cancelled');
    await expect(dialog(page).getByRole('status')).toBeFocused();
    await expect(dialog(page).getByRole('radio', { name: 'It’s too expensive' })).toBeChecked();
    await expect(dialog(page).getByRole('textbox')).toHaveValue('And too blue.');
    await dialog(page).getByRole('button', { name: 'Send feedback' }).click();
    await expect(dialog(page).getByText('Thank you, that helps us.')).toBeFocused();
  });

  test('offers only a new lookup while the outcome of a cancellation is unknown', async ({ page, stack }) => {
    await signIn(page, stack, anna);
    await page.goto(billing);
    await button(page, cancel).click();
    await addFault(stack, { method: 'POST', path: '/web/v1/store/cancel-subscription', reset: true, times: 1 });
    await addFault(stack, { method: 'GET', path: '/web/v1/profile', status: 500 });
    await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
    await expect(dialog(page).getByRole('alert')).toContainText('We couldn’t tell whether it worked');
    await expect(dialog(page).getByRole('button', { name: cancel })).toHaveCount(0);
    await clearFaults(stack);
    await dialog(page).getByRole('button', { name: 'Check again' }).click();
    await expect(dialog(page).getByRole('button', { name: cancel })).toBeVisible();
  });

  for (const { write, email, path, open } of [
    { write: 'cancellation', email: anna, path: '/web/v1/store/cancel-subscription', open: cancel },
    { write: 'renewal', email: 'canceled@example.com', path: '/web/v1/store/subscription/renew', open: renew },
  ]) {
    test(`reopening the dialog does not offer a ${write} with unknown outcome again`, async ({ page, stack }) => {
      await signIn(page, stack, email);
      await page.goto(billing);
      await button(page, open).click();
      await addFault(stack, { method: 'POST', path, reset: true, times: 1 });
      await addFault(stack, { method: 'GET', path: '/web/v1/profile', status: 500 });
      await pressDeliberately(dialog(page).getByRole('button', { name: open }));
      await expect(dialog(page).getByRole('alert')).toContainText('We couldn’t tell whether it worked');
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
      await clearFaults(stack);
      await button(page, open).click();
      await expect(dialog(page).getByRole('alert')).toContainText('We couldn’t tell whether it worked');
      await expect(dialog(page).getByRole('button', { name: open })).toHaveCount(0);
      await dialog(page).getByRole('button', { name: 'Check again' }).click();
      await expect(dialog(page).getByRole('button', { name: open })).toBeVisible();
    });
  }

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
    await context.setOffline(true);
    await button(page, cancel).focus();
    await expect(button(page, cancel)).toHaveAttribute('aria-disabled', 'true');
    await expect(button(page, cancel)).toHaveAccessibleDescription(/You’re offline/);
    await context.setOffline(false);
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
