import type { Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import { addFault } from './support/faults.ts';
import { holdRequests } from './support/hold-requests.ts';
import { listRequests } from './support/list-requests.ts';
import { pressDeliberately } from './support/press-deliberately.ts';
import { revalidate } from './support/revalidate.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const anna = 'anna.lindqvist@example.com';
const billing = '/profile?profile_section=BILLING';

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const cancel = 'Cancel subscription';
const renew = 'Renew subscription';

async function openQuestion(page: Page, name: string): Promise<void> {
  await page.goto(billing);
  await main(page).getByRole('button', { name }).click();
}

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

test('a dialog that is open while the end of the plan changes names the new one', async ({ page, stack }) => {
  const end = (day: string) => dialog(page).getByText(`Your plan stays active until ${day}`);
  let endDay = '2031-01-10';
  await page.route(`**${calls.profile.path}*`, async (route) => {
    const response = await route.fetch();
    const { profile } = await response.json();
    Object.assign(profile.subscription, { billing_date: `${endDay}T12:00:00Z`, expiration_date: null });
    await route.fulfill({ response, json: { profile } });
  });
  await signIn(page, stack, anna);
  await page.goto(billing);
  await button(page, cancel).click();
  await expect(end('10 January 2031')).toBeVisible();
  endDay = '2031-03-20';
  await revalidate(page);
  await expect(end('20 March 2031')).toBeVisible();
  await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
  await expect(dialog(page)).toContainText('We’ve cancelled');
  endDay = '2031-05-30';
  const revalidated = page.waitForResponse(`**${calls.profile.path}*`);
  await revalidate(page);
  await (await revalidated).finished();
  await expect(end('20 March 2031')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});

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
  await page.unrouteAll({ behavior: 'wait' });
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

test('a renewal that is still running is not offered again, even if its dialog was left', async ({ page, stack }) => {
  await signIn(page, stack, 'expired@example.com');
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Billing' }).click();
  const open = page.getByRole('main').getByRole('button', { name: 'Renew subscription' });
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Renew subscription' });
  const held = await holdRequests(page, '**/web/v1/store/subscription/renew');
  await open.click();
  await pressDeliberately(confirm);
  await held.arrived;
  await page.goBack();
  await expect(page).toHaveURL('/profile');
  await page.goForward();
  await open.click();
  await expect(dialog.getByText('We couldn’t tell whether it worked')).toBeVisible();
  await expect(confirm).toHaveCount(0);
  const reloaded = page.waitForEvent('load');
  await dialog.getByRole('button', { name: 'Check again' }).click();
  held.release();
  await reloaded;
  await expect(page.getByRole('main').getByRole('button', { name: 'Cancel subscription' })).toBeVisible();
  expect(await listRequests(stack, '/web/v1/store/subscription/renew')).toHaveLength(1);
});

test('a renewal that ends after its dialog was left does not reload what the user does next', async ({
  page,
  stack,
}) => {
  await signIn(page, stack, 'expired@example.com');
  await page.goto('/profile?profile_section=DEVICES&section=ROUTER');
  await page.getByRole('link', { name: 'Billing' }).click();
  await main(page).getByRole('button', { name: renew }).click();
  const held = await holdRequests(page, `**${calls.renewSubscription.path}`);
  await pressDeliberately(dialog(page).getByRole('button', { name: renew }));
  await held.arrived;
  await page.goBack();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  held.release();
  await expect(page.getByRole('status').filter({ hasText: 'Subscription renewed successfully' })).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(button(page, cancel)).toBeVisible();
});

test('a running renewal is not offered again after a reload, nor in another tab', async ({ page, context, stack }) => {
  const { path } = calls.renewSubscription;
  await signIn(page, stack, 'expired@example.com');
  const other = await context.newPage();
  for (const tab of [other, page]) await openQuestion(tab, renew);
  await addFault(stack, { ...calls.renewSubscription, delayMs: 12_000, times: 1 });
  const sent = page.waitForRequest(`**${path}`);
  await pressDeliberately(dialog(page).getByRole('button', { name: renew }));
  await sent;
  await page.reload();
  await main(page).getByRole('button', { name: renew }).click();
  await pressDeliberately(dialog(other).getByRole('button', { name: renew }));
  for (const tab of [page, other]) {
    await expect(dialog(tab)).toContainText('We couldn’t tell whether it worked');
    await expect(dialog(tab).getByRole('button', { name: renew })).toHaveCount(0);
  }
  await dialog(page).getByRole('button', { name: 'Check again' }).click();
  await expect(dialog(page)).toContainText('We couldn’t tell whether it worked');
  await expect.poll(() => listRequests(stack, path), { message: 'the renewal ends' }).toMatchObject([{ status: 200 }]);
  await dialog(page).getByRole('button', { name: 'Check again' }).click();
  await expect(main(page).getByRole('button', { name: cancel })).toBeVisible();
  expect(await listRequests(stack, path)).toHaveLength(1);
});

test('the renewal dialog closes when another tab has renewed the plan', async ({ page, context, stack }) => {
  const { path } = calls.renewSubscription;
  await signIn(page, stack, 'expired@example.com');
  const other = await context.newPage();
  for (const tab of [other, page]) await openQuestion(tab, renew);
  await pressDeliberately(dialog(page).getByRole('button', { name: renew }));
  await expect(other.getByRole('status').filter({ hasText: 'Subscription renewed successfully' })).toBeVisible();
  await expect(dialog(other)).toHaveCount(0);
  await expect(main(other).getByRole('button', { name: cancel })).toBeFocused();
  expect(await listRequests(stack, path)).toHaveLength(1);
});

for (const { question, email, name } of [
  { question: 'cancellation', email: 'active-card@example.com', name: cancel },
  { question: 'renewal', email: 'canceled@example.com', name: renew },
]) {
  test(`the ${question} dialog closes when another plan has been bought elsewhere`, async ({ page, stack }) => {
    await signIn(page, stack, email);
    await openQuestion(page, name);
    await expect(dialog(page)).toBeVisible();
    await page.route(`**${calls.profile.path}?*`, async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      Object.assign(json.profile.subscription, {
        sku: 'tourist-3m',
        name: 'Tourist',
        subscriptionRenewable: false,
      });
      await route.fulfill({ response, json: { ...json, profile: { ...json.profile, state: 'active' } } });
    });
    await revalidate(page);
    await expect(page.getByRole('status').filter({ hasText: 'Your plan has changed' })).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
  });
}

test('a cancellation shows in the account when the browser’s Back closes its dialog', async ({ page, stack }) => {
  await signIn(page, stack, anna);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Billing' }).click();
  await button(page, cancel).click();
  await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
  await expect(dialog(page)).toContainText('We’ve cancelled');
  await page.goBack();
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(button(page, renew)).toBeVisible();
  await expect(button(page, cancel)).toHaveCount(0);
});
