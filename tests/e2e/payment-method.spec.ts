import type { FrameLocator, Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import { enterCard, cardField as field } from './support/card-form.ts';
import { addFault } from './support/faults.ts';
import { holdRequests } from './support/hold-requests.ts';
import { listRequests } from './support/list-requests.ts';
import { readCode } from './support/mails.ts';
import { alert, dialog, expectSaved, openDialog, saveButton } from './support/payment-dialog.ts';
import { revalidate } from './support/revalidate.ts';
import { screenTitle } from './support/screen-title.ts';
import { codeField, emailField, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const binge = 'active-card@example.com';

const createPath = '/web/v1/store/stripe/payment-setup-intent/create';
const updatePath = '/web/v1/store/chargebee/subscription/update-payment';

const accepted = '5555 5555 5555 4444';
const asking = '4000 0025 0000 3155';

const bank = (page: Page): FrameLocator => page.frameLocator('iframe[title="Confirmation by your bank"]');

test.beforeEach(async ({ page, stack }) => signIn(page, stack, binge));

test('a card is entered in the provider’s frames, saved, and shown after the reload', async ({ page, stack }) => {
  await signIn(page, stack, 'active-paypal@example.com');
  await openDialog(page);
  await field(page, 'card number').click();
  await page.keyboard.type(accepted);
  await expect(field(page, 'card number')).toHaveValue(accepted);
  await expect(field(page, 'expiration date')).toBeFocused();
  await page.keyboard.type('1230');
  await expect(field(page, 'CVC')).toBeFocused();
  await page.keyboard.type('123');
  await expect(field(page, 'CVC')).toHaveValue('123');
  // The frames have told the form.
  await expect(dialog(page).locator('.StripeElement--complete')).toHaveCount(3);
  const created = page.waitForRequest(`**${createPath}`);
  const updated = page.waitForRequest(`**${updatePath}`);
  await expectSaved(page, () => saveButton(page).click(), 'Mastercard •••• 4444');
  expect((await created).postDataJSON()).toEqual({
    stripe_payment_method_id: expect.stringMatching(/^pm_/),
    product_id: 'power-user-1m',
    recaptcha_token: expect.stringMatching(/^sandbox-captcha-/),
    recaptcha_site_key: 'sandbox-captcha-site-key',
  });
  expect((await updated).postDataJSON()).toEqual({
    stripe_payment_intent_id: expect.stringMatching(/^seti_/),
    payment_method: 'card',
  });
  await expect(page.getByText('PayPal support ends')).toHaveCount(0);
});

test('a new card ends the grace period', async ({ page, stack }) => {
  await signIn(page, stack, 'grace@example.com');
  await openDialog(page);
  await enterCard(page, accepted);
  await expectSaved(page, () => saveButton(page).click(), 'Mastercard •••• 4444');
  await expect(page.getByText('Next billing', { exact: true })).toBeVisible();
  await expect(page.getByText('Payment issue')).toHaveCount(0);
});

test('an incomplete form is not sent, shows an error, and moves focus to the missing field', async ({
  page,
  stack,
}) => {
  await openDialog(page);
  await field(page, 'card number').click();
  await page.keyboard.type(accepted);
  await expect(field(page, 'expiration date')).toBeFocused();
  await saveButton(page).click();
  await expect(alert(page)).toHaveText('Please fill out the form first');
  await expect(field(page, 'expiration date')).toBeFocused();
  expect(await listRequests(stack, createPath)).toEqual([]);
});

test('a typed card stays when a language loads late', async ({ page }) => {
  await page.goto('/profile?profile_section=BILLING');
  const language = await holdRequests(page, /\/assets\/de\b[^/]*\.json/);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await page.getByRole('button', { name: 'Change payment method' }).click();
  await enterCard(page, accepted);
  await language.release();
  await expect(dialog(page).getByRole('button', { name: 'Karte speichern' })).toBeVisible();
  // New, empty fields would take a moment to load.
  await page.waitForTimeout(1000);
  await expect(dialog(page).locator('.StripeElement--complete')).toHaveCount(3);
});

test('an invalid number is marked at its field', async ({ page }) => {
  await openDialog(page);
  await field(page, 'card number').fill('4242424242424241');
  await expect(dialog(page).getByRole('group', { name: 'Card number' })).toContainText('Check the card number');
});

test('the bank confirms over the page, the card is saved, and nothing closes before the last call', async ({
  page,
}) => {
  await openDialog(page);
  await enterCard(page, asking);
  await saveButton(page).click();
  const updated = await holdRequests(page, `**${updatePath}`);
  const waiting = page.getByText('Waiting for confirmation…');
  await expect(waiting).toBeVisible();
  await expectSaved(
    page,
    async () => {
      await bank(page).getByRole('button', { name: 'Complete' }).click();
      await expect(dialog(page).getByRole('button', { name: 'Saving…' })).toBeVisible();
      await expect(waiting).toBeHidden();
      updated.release();
    },
    'Visa •••• 3155',
  );
});

test('a closed confirmation, a failed one and a declined card have different messages', async ({ page, stack }) => {
  await openDialog(page);
  await enterCard(page, asking);
  await saveButton(page).click();
  await bank(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(alert(page)).toContainText('You closed the window before confirming.');
  await saveButton(page).click();
  await bank(page).getByRole('button', { name: 'Fail' }).click();
  await expect(alert(page)).toContainText('Your bank couldn’t confirm it was you.');
  expect(await listRequests(stack, updatePath), 'nothing is saved without a confirmation').toEqual([]);
});

test('a close event that arrives after the bank’s window does not close the dialog', async ({ page }) => {
  // Chrome fires `close` in its next frame. Under load that can be the frame in which the dialog reopens, so the test
  // delays the event until then.
  await page.addInitScript(() => {
    const held = new Map<EventTarget, Event>();
    addEventListener(
      'close',
      (event) => {
        if (!event.isTrusted || !event.target) return;
        event.stopImmediatePropagation();
        held.set(event.target, new Event('close'));
      },
      true,
    );
    new MutationObserver((changes) => {
      if (document.querySelector('iframe[title="Confirmation by your bank"]')) return;
      if (!changes.some(({ target }) => target instanceof Element && target.closest('dialog'))) return;
      for (const [target, event] of held) target.dispatchEvent(event);
      held.clear();
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await openDialog(page);
  await enterCard(page, asking);
  await saveButton(page).click();
  await bank(page).getByRole('button', { name: 'Fail' }).click();
  await expect(alert(page)).toContainText('Your bank couldn’t confirm it was you.');
});

test('Esc in a card field closes the dialog and restores focus', async ({ page }) => {
  await openDialog(page);
  await field(page, 'card number').press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Change payment method' })).toBeFocused();
});

test('while saving, Esc in a card field does not close the dialog', async ({ page }) => {
  const created = await holdRequests(page, `**${createPath}`);
  await openDialog(page);
  await enterCard(page, accepted);
  await saveButton(page).click();
  await created.arrived;
  await page.evaluate(() => {
    const heard = new Promise<void>((resolve) => {
      addEventListener('message', ({ data }) => data.event === 'escape' && setTimeout(resolve));
    });
    Object.assign(window, { heard });
  });
  await field(page, 'CVC').press('Escape');
  await page.evaluate('heard');
  await expect(dialog(page)).toBeVisible();
  await expectSaved(page, async () => created.release(), 'Mastercard •••• 4444');
});

test('pressing twice saves once', async ({ page, stack }) => {
  const created = await holdRequests(page, `**${createPath}`);
  await openDialog(page);
  await enterCard(page, accepted);
  await expectSaved(
    page,
    async () => {
      await saveButton(page).dblclick();
      await page.keyboard.press('Enter');
      created.release();
    },
    'Mastercard •••• 4444',
  );
  expect(await listRequests(stack, createPath)).toHaveLength(1);
  expect(await listRequests(stack, updatePath)).toHaveLength(1);
});

test('while another tab, or this page before its reload, is saving a card, no second one is saved', async ({
  page,
  context,
  stack,
}) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await openDialog(tab);
    await enterCard(tab, accepted);
  }
  await addFault(stack, { method: 'POST', path: updatePath, delayMs: 8_000, times: 1 });
  const sent = page.waitForRequest(`**${updatePath}`);
  await saveButton(page).click();
  await sent;
  await saveButton(other).click();
  await page.reload();
  await page.getByRole('button', { name: 'Change payment method' }).click();
  for (const tab of [page, other]) {
    await expect(alert(tab)).toContainText('We couldn’t tell whether it worked');
    await expect(saveButton(tab)).toHaveCount(0);
  }
  expect(await listRequests(stack, createPath)).toHaveLength(1);
});

for (const { email, announced } of [
  { email: binge, announced: 'Next billing' },
  { email: 'grace@example.com', announced: 'Any amount due' },
]) {
  test(`a plan that is canceled elsewhere is no longer announced to be charged: ${announced}`, async ({
    page,
    stack,
  }) => {
    await signIn(page, stack, email);
    await openDialog(page);
    await expect(dialog(page)).toContainText(announced);
    const { subscription } = (await (await page.request.get(calls.profile.path)).json()).profile;
    const sent = await page.request.post(calls.cancelSubscription.path, {
      data: { subscription_id: subscription.id },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(sent.status()).toBe(200);
    await revalidate(page);
    await expect(dialog(page)).not.toContainText(announced);
    await expect(saveButton(page)).toBeVisible();
    await dialog(page).getByRole('tab', { name: 'Apple Pay' }).click();
    await expect(dialog(page)).toContainText('will go through Apple Pay');
    await expect(dialog(page)).not.toContainText(announced);
  });
}

test('while saving, nothing closes', async ({ page }) => {
  const created = await holdRequests(page, `**${createPath}`);
  await openDialog(page);
  await enterCard(page, accepted);
  await saveButton(page).click();
  await expect(dialog(page).getByRole('button', { name: 'Saving…' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeVisible();
  await expectSaved(page, async () => created.release(), 'Mastercard •••• 4444');
});

test('both tabs say whether a payment is due now', async ({ page, stack }) => {
  const charged = 'Any amount due will be charged right away.';
  const notCharged = 'You won’t be charged now.';
  await openDialog(page);
  await expect(dialog(page)).toContainText('Next billing: €7.99');
  await page.getByRole('tab', { name: 'Apple Pay' }).click();
  await expect(dialog(page)).toContainText(notCharged);
  await expect(dialog(page)).not.toContainText(charged);
  await signIn(page, stack, 'billing-retry@example.com');
  await page.goto('/profile?profile_section=BILLING');
  await expect(page.getByRole('main')).toContainText('Amount due:');
  await page.getByRole('main').getByRole('button', { name: 'Change payment method' }).first().click();
  await expect(dialog(page)).toContainText(charged);
  await expect(dialog(page)).not.toContainText('Next billing');
  await page.getByRole('tab', { name: 'Apple Pay' }).click();
  await expect(dialog(page)).toContainText(charged);
  await expect(dialog(page)).not.toContainText(notCharged);
});

test('a payment that was due in the past is not called the next one', async ({ page, stack }) => {
  await signIn(page, stack, 'payment-was-due@example.com');
  await openDialog(page);
  await expect(saveButton(page)).toBeVisible();
  await expect(dialog(page)).not.toContainText('Next billing');
});

test('Apple Pay saves the wallet’s payment method', async ({ page }) => {
  await openDialog(page);
  await page.getByRole('tab', { name: 'Apple Pay' }).click();
  await expect(dialog(page)).toContainText('Future payments for your subscription will go through Apple Pay.');
  await dialog(page).getByRole('button', { name: 'Apple Pay' }).click();
  const sheet = page.frameLocator('iframe[title="Apple Pay"]');
  await expect(sheet.getByText('Skerry VPN: 7.99 EUR')).toBeVisible();
  const updated = page.waitForRequest(`**${updatePath}`);
  await expectSaved(page, () => sheet.getByRole('button', { name: 'Pay with Visa 1111' }).click(), 'Apple Pay');
  expect((await updated).postDataJSON()).toMatchObject({ payment_method: 'apple_pay' });
});

test('closing the wallet changes nothing', async ({ page, stack }) => {
  await openDialog(page);
  await page.getByRole('tab', { name: 'Apple Pay' }).click();
  await dialog(page).getByRole('button', { name: 'Apple Pay' }).click();
  await page.frameLocator('iframe[title="Apple Pay"]').getByRole('button', { name: 'Cancel' }).click();
  await expect(alert(page)).toContainText('Your payment method hasn’t changed.');
  expect(await listRequests(stack, createPath)).toEqual([]);
});

test.describe('in a separate window', () => {
  // The sandbox's window has no favicon.
  test.use({ expectedConsole: [[/favicon/], { scope: 'test' }] });

  test('Google Pay works in its own window, including the bank’s confirmation', async ({ page }) => {
    await openDialog(page);
    await page.getByRole('tab', { name: 'Google Pay' }).click();
    const opened = page.waitForEvent('popup');
    await dialog(page).getByRole('button', { name: 'Google Pay' }).click();
    await (await opened).getByRole('button', { name: 'Pay with a card that the bank challenges' }).click();
    await expectSaved(page, () => bank(page).getByRole('button', { name: 'Complete' }).click(), 'Google Pay');
  });

  test('a wallet that was opened for one account does not pay for the next one', async ({ page, stack }) => {
    await openDialog(page);
    await page.getByRole('tab', { name: 'Google Pay' }).click();
    const opened = page.waitForEvent('popup');
    await dialog(page).getByRole('button', { name: 'Google Pay' }).click();
    const wallet = await opened;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/enter');
    await emailField(page).fill('grace-last-day@example.com');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await codeField(page).fill(await readCode(stack, 'grace-last-day@example.com'));
    await expect(screenTitle(page, 'Account')).toBeVisible();
    const closed = wallet.waitForEvent('close');
    await wallet.getByRole('button', { name: 'Pay with Visa 1111' }).click();
    await closed;
    await page.waitForLoadState('networkidle');
    expect(await listRequests(stack, createPath)).toEqual([]);
    expect(await listRequests(stack, updatePath)).toEqual([]);
  });
});

test('arrow keys move through the available tabs', async ({ page }) => {
  await openDialog(page);
  await page.getByRole('tab', { name: 'Card' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Apple Pay' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('tab', { name: 'Google Pay' })).toHaveAttribute('aria-selected', 'true');
});

test('without a wallet there are no tabs', async ({ page, stack }) => {
  await page.route('**/doubles/stripe.js', async (route) => {
    const script = await (await fetch(`${stack.sandboxOrigin}/doubles/stripe.js`)).text();
    await route.fulfill({
      contentType: 'text/javascript',
      headers: { 'cross-origin-resource-policy': 'cross-origin' },
      body: `Object.defineProperty(document.currentScript, 'src', { value: document.currentScript.src + '?wallets=none' });\n${script}`,
    });
  });
  await openDialog(page);
  await expect(field(page, 'card number')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
});
