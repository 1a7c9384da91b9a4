import type { Locator, Page } from '@playwright/test';
import type { ProcessStack } from '../support/built-stack.ts';
import {
  email,
  enterCardInOtherTab,
  expectLaterCardStays,
  returnBeforeProfile,
  signInGraceInOtherTab,
  updatePath,
} from './support/bank-return.ts';
import { prepareSetup, returnPath } from './support/bank-setup.ts';
import { enterCard } from './support/card-form.ts';
import { addFault, clearFaults, fromGateway, loseResponse } from './support/faults.ts';
import { holdRequests } from './support/hold-requests.ts';
import { listRequests } from './support/list-requests.ts';
import { revalidate } from './support/revalidate.ts';
import { screenTitle } from './support/screen-title.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { passHalfMinute } from './support/unknown-outcome.ts';

/** The bank has confirmed a card, and saving it has failed: the button that saves it again. */
async function failToSave(page: Page, stack: ProcessStack, status = 500): Promise<Locator> {
  await signIn(page, stack, email);
  const setup = await prepareSetup(page, stack, 'complete');
  await addFault(stack, { method: 'POST', path: updatePath, status, times: 1 });
  await page.goto(returnPath(setup, 'succeeded'));
  const notice = page.getByRole('alert').filter({ hasText: 'Something went wrong, please try again later' });
  const retry = notice.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  return retry;
}

test.use({ expectedConsole: [/status of (400|412|429|50\d)|ERR_/] });

test('a card that was not confirmed is refused with an explanation', async ({ page, stack }) => {
  await signIn(page, stack, email);
  const setup = await prepareSetup(page, stack, 'fail');
  await page.goto(returnPath(setup, 'succeeded'));
  const notice = page.getByRole('alert').filter({ hasText: 'Your bank couldn’t confirm it was you.' });
  await expect(notice).toContainText('try again or use another card');
  await expect(notice.getByRole('button', { name: 'Change payment method' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Mastercard •••• 4444');
});

for (const status of [500, 429])
  test(`after a ${status}, the card that the bank has confirmed is saved by another press`, async ({ page, stack }) => {
    const retry = await failToSave(page, stack, status);
    await retry.press('Enter');
    await expect(page.locator(':focus')).toContainText('Payment method changed successfully');
    await expect(page.getByRole('main')).toContainText('Visa •••• 3155');
    expect(await listRequests(stack, updatePath)).toMatchObject([{ status }, { status: 200 }]);
  });

test('a card that was saved despite an error is not called failed once the page shows it', async ({ page, stack }) => {
  await signIn(page, stack, email);
  const setup = await prepareSetup(page, stack, 'complete');
  await page.route(
    `**${updatePath}`,
    async (route) => {
      await route.fetch();
      await addFault(stack, { method: 'GET', path: '/web/v1/profile', status: 500 });
      await route.fulfill({ ...fromGateway, status: 500, json: { code: 13, message: 'Something failed' } });
    },
    { times: 1 },
  );
  await page.goto(returnPath(setup, 'succeeded'));
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await clearFaults(stack);
  await revalidate(page);
  await expect(page.getByRole('main')).toContainText('Visa •••• 3155');
  await retry.click();
  await expect(page.getByRole('status').filter({ hasText: 'Payment method changed successfully' })).toBeVisible();
});

test('a toast tells a user who has opened another section before', async ({ page, stack }) => {
  await signIn(page, stack, email);
  const setup = await prepareSetup(page, stack, 'complete');
  await addFault(stack, { method: 'POST', path: updatePath, status: 500, times: 1 });
  const profile = await holdRequests(page, '**/web/v1/profile*');
  await page.goto(returnPath(setup, 'succeeded'));
  await page.getByRole('link', { name: 'Devices' }).click();
  profile.release();
  await expect(page.getByRole('alert').filter({ hasText: 'We couldn’t change your payment method' })).toBeVisible();
  await expect(screenTitle(page, 'Devices')).toBeVisible();
});

for (const { fault, response, says } of [
  { fault: 'an error', response: { status: 500 }, says: 'We couldn’t change your payment method' },
  { fault: 'a lost response', response: { reset: true }, says: 'your subscription may or may not have changed' },
]) {
  test(`after ${fault}, a toast tells a user who has left billing`, async ({ page, stack }) => {
    await signIn(page, stack, email);
    const setup = await prepareSetup(page, stack, 'complete');
    await addFault(stack, { method: 'POST', path: updatePath, ...response, times: 1 });
    const held = await holdRequests(page, `**${updatePath}`);
    await page.goto(returnPath(setup, 'succeeded'));
    await held.arrived;
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await expect(screenTitle(page, 'Account')).toBeVisible();
    held.release();
    await expect(page.getByRole('alert').filter({ hasText: says })).toBeVisible();
  });
}

test('a return that waits does not replace a later card of another tab whose response was lost', async ({
  page,
  context,
  stack,
}) => {
  const { profile } = await returnBeforeProfile(page, stack);
  const other = await enterCardInOtherTab(context);
  await loseResponse(other, updatePath);
  await expectLaterCardStays(page, stack, other, profile);
});

test('a card that could not be saved is saved after a later change with an unknown outcome', async ({
  page,
  stack,
}) => {
  const retry = await failToSave(page, stack);
  await page.getByRole('button', { name: 'Change payment method' }).click();
  await enterCard(page, '4242 4242 4242 4242');
  await addFault(stack, { method: 'POST', path: updatePath, reset: true, times: 1 });
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByRole('dialog')).toContainText('We couldn’t tell whether it worked');
  await page.keyboard.press('Escape');
  await retry.click();
  await expect(page.getByText('We couldn’t tell whether it worked')).toBeVisible();
  await passHalfMinute(page);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Payment method changed successfully' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Visa •••• 3155');
});

test('a card that could not be saved is saved by a press after another tab has saved one', async ({
  page,
  context,
  stack,
}) => {
  const retry = await failToSave(page, stack);
  const other = await enterCardInOtherTab(context);
  await other.getByRole('button', { name: 'Save card' }).click();
  await expect(other.getByText('Payment method changed successfully')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Visa •••• 4242');
  await retry.click();
  await expect(page.getByRole('main')).toContainText('Visa •••• 3155');
});

test('a card that could not be saved is not saved for the next account', async ({ page, context, stack }) => {
  const retry = await failToSave(page, stack);
  await signInGraceInOtherTab(context, stack);
  await expect(page.getByRole('main')).toContainText('grace@example.com');
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByText('Something went wrong during billing')).toBeVisible();
  await expect(retry).toHaveCount(0);
});

test('a card of one account is not saved in the next one, which has signed in during a lookup', async ({
  page,
  context,
  stack,
}) => {
  await signIn(page, stack, email);
  const setup = await prepareSetup(page, stack, 'complete');
  const other = await enterCardInOtherTab(context);
  const saving = await holdRequests(other, `**${updatePath}`);
  await other.getByRole('button', { name: 'Save card' }).click();
  await saving.arrived;
  await page.goto(returnPath(setup, 'succeeded'));
  const lookup = await holdRequests(page, '**/web/v1/profile*');
  await page.getByRole('button', { name: 'Check again' }).click();
  await lookup.arrived;
  await other.close();
  await passHalfMinute(page);
  await signInGraceInOtherTab(context, stack);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  lookup.release();
  await expect(page.getByRole('main')).toContainText('grace@example.com');
  await page.waitForLoadState('networkidle');
  expect(sent).not.toContain(updatePath);
  await expect(page.getByRole('alert').filter({ hasText: 'may or may not have changed' })).toHaveCount(0);
});

test('a lost response is looked up and found to have succeeded', async ({ page, stack }) => {
  await signIn(page, stack, email);
  const setup = await prepareSetup(page, stack, 'complete');
  await loseResponse(page, updatePath);
  await page.goto(returnPath(setup, 'succeeded'));
  await expect(page.getByRole('status').filter({ hasText: 'Payment method changed successfully' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Visa •••• 3155');
});

test('offers only a new lookup while the outcome is unknown', async ({ page, stack }) => {
  await signIn(page, stack, email);
  const setup = await prepareSetup(page, stack, 'complete');
  await page.route(`**${updatePath}`, async (route) => {
    await route.fetch();
    await addFault(stack, { method: 'GET', path: '/web/v1/profile', status: 500 });
    await route.abort('connectionreset');
  });
  await page.goto(returnPath(setup, 'succeeded'));
  await expect(page.getByRole('alert').filter({ hasText: 'We couldn’t tell whether it worked' })).toBeVisible();
  await clearFaults(stack);
  const lookup = await holdRequests(page, '**/web/v1/profile*');
  await page.getByRole('button', { name: 'Check again' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Updating your payment method…' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check again' })).toHaveCount(0);
  await expect(page.locator(':focus')).toContainText('Updating your payment method…');
  lookup.release();
  await expect(page.getByRole('status').filter({ hasText: 'Payment method changed successfully' })).toBeVisible();
  await expect(page.locator(':focus')).toContainText('Payment method changed successfully');
  await expect(page.getByRole('main')).toContainText('Visa •••• 3155');
});
