import { enterCard, cardField as field } from './support/card-form.ts';
import { addFault, clearFaults, failAfterExecution, loseResponse } from './support/faults.ts';
import { holdRequests } from './support/hold-requests.ts';
import { listRequests } from './support/list-requests.ts';
import { alert, dialog, expectSaved, openDialog, saveButton } from './support/payment-dialog.ts';
import { revalidate } from './support/revalidate.ts';
import { screenTitle } from './support/screen-title.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { checkUntilKnown } from './support/unknown-outcome.ts';

const createPath = '/web/v1/store/stripe/payment-setup-intent/create';
const updatePath = '/web/v1/store/chargebee/subscription/update-payment';

const accepted = '5555 5555 5555 4444';
const declined = '4000 0000 0000 0002';

test.use({ expectedConsole: [[/status of (400|409|50\d)|ERR_/], { scope: 'test' }] });
test.beforeEach(async ({ page, stack }) => signIn(page, stack, 'active-card@example.com'));

test('a declined card shows an error and can be replaced', async ({ page }) => {
  await openDialog(page);
  await enterCard(page, declined);
  await saveButton(page).click();
  await expect(alert(page)).toContainText('Your bank declined the card. Your payment method hasn’t changed');
});

test('a blocked script mentions content blockers, and Try again loads it', async ({ page }) => {
  await page.route('**/doubles/stripe.js', (route) => route.abort('blockedbyclient'));
  await openDialog(page);
  await expect(alert(page)).toContainText('The payment form didn’t load');
  await expect(alert(page)).toContainText('content blocker');
  await page.unroute('**/doubles/stripe.js');
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(field(page, 'card number')).toBeVisible();
  await expect(dialog(page).getByRole('heading', { name: 'Change payment method' })).toBeFocused();
});

test('a failure in the last call is not shown as saved', async ({ page, stack }) => {
  await addFault(stack, { method: 'POST', path: updatePath, status: 500, times: 1 });
  await openDialog(page);
  await enterCard(page, accepted);
  await saveButton(page).click();
  await expect(alert(page)).toContainText('Something went wrong, please try again later');
  await expect(saveButton(page)).toBeVisible();
});

test('a lost response is looked up and found to have succeeded', async ({ page, stack }) => {
  await signIn(page, stack, 'active-paypal@example.com');
  await openDialog(page);
  await enterCard(page, accepted);
  await loseResponse(page, updatePath);
  await expectSaved(page, () => saveButton(page).click(), 'Mastercard •••• 4444');
});

test('an amount due that was paid with the same card is found to be paid after a lost response', async ({
  page,
  stack,
}) => {
  await signIn(page, stack, 'grace@example.com');
  await openDialog(page);
  await enterCard(page, '4242 4242 4242 4242');
  await loseResponse(page, updatePath);
  await expectSaved(page, () => saveButton(page).click(), 'Visa •••• 4242');
});

for (const status of [409, 500]) {
  test(`a change that succeeded despite a ${status} from the upstream is detected`, async ({ page, stack }) => {
    await signIn(page, stack, 'active-paypal@example.com');
    await openDialog(page);
    await enterCard(page, accepted);
    await failAfterExecution(page, updatePath, status);
    await expectSaved(page, () => saveButton(page).click(), 'Mastercard •••• 4444');
    expect(await listRequests(stack, updatePath)).toHaveLength(1);
  });
}

for (const { fault, card = accepted, path, response, says } of [
  { fault: 'a declined card', card: declined, path: createPath, says: 'Your bank declined the card' },
  { fault: 'an error before saving', path: createPath, response: { status: 500 }, says: 'We couldn’t change your' },
  { fault: 'an error', path: updatePath, response: { status: 500 }, says: 'We couldn’t change your' },
  { fault: 'a lost response', path: updatePath, response: { reset: true }, says: 'may or may not have changed' },
]) {
  test(`after ${fault}, a toast tells a user who has left the dialog`, async ({ page, stack }) => {
    await page.goto('/profile');
    await page.getByRole('link', { name: 'Billing' }).click();
    await page.getByRole('button', { name: 'Change payment method' }).click();
    await enterCard(page, card);
    if (response) await addFault(stack, { method: 'POST', path, ...response, times: 1 });
    const held = await holdRequests(page, `**${path}`);
    await saveButton(page).click();
    await held.arrived;
    await page.goBack();
    await expect(screenTitle(page, 'Account')).toBeVisible();
    held.release();
    await expect(page.getByRole('alert').filter({ hasText: says })).toBeVisible();
  });
}

test('offers only a new lookup while the outcome is unknown', async ({ page, stack }) => {
  await openDialog(page);
  await enterCard(page, accepted);
  await addFault(stack, { method: 'POST', path: updatePath, reset: true, times: 1 });
  await addFault(stack, { method: 'GET', path: '/web/v1/profile', status: 500 });
  await saveButton(page).click();
  await expect(alert(page)).toContainText('We couldn’t tell whether it worked');
  await expect(saveButton(page)).toHaveCount(0);
  await expect(dialog(page).getByRole('button', { name: 'Check again' })).toBeFocused();
  await clearFaults(stack);
  await checkUntilKnown(page, dialog(page));
  await expect(alert(page)).toContainText('Something went wrong, please try again later');
  await expect(saveButton(page)).toBeVisible();
});

test('a change with unknown outcome is looked up even if the page already shows the new card', async ({
  page,
  stack,
}) => {
  await signIn(page, stack, 'active-paypal@example.com');
  await openDialog(page);
  await enterCard(page, accepted);
  await loseResponse(page, updatePath);
  await addFault(stack, { method: 'GET', path: '/web/v1/profile', status: 500 });
  await saveButton(page).click();
  await expect(alert(page)).toContainText('We couldn’t tell whether it worked');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await clearFaults(stack);
  await revalidate(page);
  await expect(page.getByRole('main').locator('.list-row__title').first()).toHaveText('Mastercard •••• 4444');
  await page.getByRole('button', { name: 'Change payment method' }).click();
  await expect(alert(page)).toContainText('We couldn’t tell whether it worked');
  await expect(saveButton(page)).toHaveCount(0);
  const check = dialog(page).getByRole('button', { name: 'Check again' });
  await expectSaved(page, () => check.click(), 'Mastercard •••• 4444');
});

test('without a captcha token the upstream decides', async ({ page }) => {
  await page.route('**/doubles/captcha.js*', (route) => route.abort('blockedbyclient'));
  await openDialog(page);
  await enterCard(page, accepted);
  const created = page.waitForRequest(`**${createPath}`);
  await expectSaved(page, () => saveButton(page).click(), 'Mastercard •••• 4444');
  expect((await created).postDataJSON()).toMatchObject({ recaptcha_token: '' });
});
