import { enterCard, inBankFrame, openCardForm } from './support/card-form.ts';
import { anna, expect, signIn, test } from './support/flow.ts';

const binge = 'active-card@example.com';

test('a card is saved and shown', async ({ page, sandbox }) => {
  await signIn(page, sandbox, 'active-paypal@example.com');
  await openCardForm(page);
  await enterCard(page, '5555555555554444');
  await page.click('button', 'Save card');
  await page.sees('Mastercard •••• 4444');
});

test('a declined card is explained and can be replaced', async ({ page, sandbox, expectedErrors }) => {
  expectedErrors.push(/40[02]/);
  await signIn(page, sandbox, binge);
  await openCardForm(page);
  await enterCard(page, '4000000000000002');
  await page.click('button', 'Save card');
  await page.sees('Your bank declined the card. Your payment method hasn’t changed');
});

test('a refused confirmation keeps the old payment method', async ({ page, sandbox }) => {
  await signIn(page, sandbox, binge);
  await openCardForm(page);
  await enterCard(page, '4000002500003155');
  await page.click('button', 'Save card');
  await inBankFrame(page, () => page.click('button', 'Fail'));
  await page.sees('Your bank couldn’t confirm it was you.');
});

test('the card form starts at the title, and one Tab leads to the first field', async ({ page, sandbox }) => {
  await signIn(page, sandbox, binge);
  await openCardForm(page);
  await expect.poll(() => page.focused()).toBe('Change payment method');
});

test('an incomplete card is not sent', async ({ page, sandbox }) => {
  await signIn(page, sandbox, binge);
  await openCardForm(page);
  await page.click('button', 'Save card');
  await page.sees('Please fill out the form first');
});

test('the survey after a cancellation is sent', async ({ page, sandbox }) => {
  await signIn(page, sandbox, anna);
  await page.goto('/profile?profile_section=BILLING');
  await page.click('button', 'Cancel subscription');
  await page.showsDialog('Cancel subscription?');
  await page.clickDeliberately('button', 'Cancel subscription');
  await page.sees('We’ve cancelled');
  await page.click('option', 'It’s too expensive');
  await page.click('button', 'Send feedback');
  await page.sees('Thank you, that helps us.');
});

test('a subscription of a store is canceled there', async ({ page, sandbox }) => {
  await signIn(page, sandbox, 'play-store@example.com');
  await page.goto('/profile?profile_section=BILLING');
  await page.click('button', 'Cancel subscription');
  await page.sees('Your subscription is billed through Google Play');
  await page.click('button', 'Got it');
  await page.showsDialog(null);
});
