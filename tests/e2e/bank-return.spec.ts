import type { Page } from '@playwright/test';
import type { ProcessStack } from '../support/built-stack.ts';
import { isSignedIn } from './support/accounts.ts';
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
import { addFault } from './support/faults.ts';
import { holdRequests } from './support/hold-requests.ts';
import { listRequests } from './support/list-requests.ts';
import { readCode } from './support/mails.ts';
import { screenTitle } from './support/screen-title.ts';
import { codeField, emailField, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** Everything that the page sends, except the navigation itself. */
function recordRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  return sent;
}

/** The secret is in no request, no storage and not in the address. */
async function expectNoTrace(page: Page, sent: readonly string[], secret: string): Promise<void> {
  expect(page.url()).not.toContain('intent');
  expect(sent.filter((request) => request.includes(secret))).toEqual([]);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state]),
  );
  expect(kept).not.toContain(secret);
}

/** Grace is signed in, and billing has neither saved the card nor shown its return. */
async function expectNothingOfReturn(page: Page, stack: ProcessStack): Promise<void> {
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByText('Something went wrong during billing')).toBeVisible();
  await expect(page.getByText('Your bank couldn’t confirm it was you.')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  expect(await listRequests(stack, updatePath)).toEqual([]);
}

test('a confirmed card becomes the payment method', async ({ page, stack }) => {
  await signIn(page, stack, email);
  const setup = await prepareSetup(page, stack, 'complete');
  const sent = recordRequests(page);
  await page.goto(returnPath(setup, 'succeeded'));
  await expect(page.getByRole('status').filter({ hasText: 'Payment method changed successfully' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Visa •••• 3155');
  await expectNoTrace(page, sent, setup.secret);
  expect(page.url()).toContain('profile_section=BILLING');
  await page.reload();
  await expect(page.getByRole('main')).toContainText('Visa •••• 3155');
  await expect(page.getByText('Payment method changed successfully')).toHaveCount(0);
});

test('a failed confirmation is explained, and the method can be changed again', async ({ page, stack }) => {
  await signIn(page, stack, email);
  const setup = await prepareSetup(page, stack, 'fail');
  const sent = recordRequests(page);
  await page.goto(returnPath(setup, 'failed'));
  const notice = page.locator('.banner').filter({ hasText: 'Your bank couldn’t confirm it was you.' });
  await expect(notice).toBeVisible();
  await expectNoTrace(page, sent, setup.secret);
  expect(sent.filter((request) => request.includes('update-payment'))).toEqual([]);
  const change = page.getByRole('main').getByRole('button', { name: 'Change payment method' });
  await expect(change).toHaveCount(1);
  await notice.getByRole('button', { name: 'Change payment method' }).click();
  await expect(page.getByRole('dialog', { name: 'Change payment method' })).toBeVisible();
});

test('beside a payment issue, the issue has the only button', async ({ page, stack }) => {
  await signIn(page, stack, 'grace@example.com');
  await page.goto('/profile?setup_intent=seti_1&setup_intent_client_secret=s&redirect_status=failed');
  await expect(page.getByText('Your bank couldn’t confirm it was you.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Change payment method' })).toHaveCount(1);
});

test('a return while another tab is saving a card waits for that, and is then saved', async ({
  page,
  context,
  stack,
}) => {
  await signIn(page, stack, email);
  const setup = await prepareSetup(page, stack, 'complete');
  const other = await enterCardInOtherTab(context);
  await addFault(stack, { method: 'POST', path: updatePath, delayMs: 5_000, times: 1 });
  const [saved, sent] = [other.waitForEvent('load'), other.waitForRequest(`**${updatePath}`)];
  await other.getByRole('button', { name: 'Save card' }).click();
  await sent;
  await page.goto(returnPath(setup, 'succeeded'));
  await expect(page.getByText('We couldn’t tell whether it worked')).toBeVisible();
  const lookup = await holdRequests(page, '**/web/v1/profile*');
  await page.getByRole('button', { name: 'Check again' }).click();
  await lookup.arrived;
  await expect(page.getByRole('status').filter({ hasText: 'Updating your payment method…' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check again' })).toHaveCount(0);
  await saved;
  lookup.release();
  await expect(page.getByRole('status').filter({ hasText: 'Payment method changed successfully' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Visa •••• 3155');
  expect(await listRequests(stack, updatePath)).toHaveLength(2);
});

test('a return that is opened again saves nothing, and says the same', async ({ page, stack }) => {
  await signIn(page, stack, email);
  const setup = await prepareSetup(page, stack, 'complete');
  const changed = page.getByRole('status').filter({ hasText: 'Payment method changed successfully' });
  await page.goto(returnPath(setup, 'succeeded'));
  await expect(changed).toBeVisible();
  await page.goto(returnPath(setup, 'succeeded'));
  await expect(changed).toBeVisible();
  expect(await listRequests(stack, updatePath)).toHaveLength(1);
  await page.goto(returnPath(await prepareSetup(page, stack, 'complete'), 'succeeded'));
  await expect(changed).toBeVisible();
  expect(await listRequests(stack, updatePath)).toHaveLength(2);
});

test('a confirmation that the bank has not decided is explained', async ({ page, stack }) => {
  await signIn(page, stack, email);
  await page.goto('/profile?setup_intent=seti_1&setup_intent_client_secret=s&redirect_status=pending');
  await expect(page.getByText('Your bank is still confirming your card.')).toBeVisible();
});

test('a payment opens billing, where the payment issue explains it, and says nothing about the method', async ({
  page,
  stack,
}) => {
  await signIn(page, stack, 'grace@example.com');
  const sent = recordRequests(page);
  const secret = 'pi_1_secret_9dKx2Lw7mQ5T';
  await page.goto(
    `/profile?profile_section=DEVICES&payment_intent=pi_1&payment_intent_client_secret=${secret}&redirect_status=failed`,
  );
  await expect(screenTitle(page, 'Billing')).toBeVisible();
  await expect(page.locator('.banner--danger')).toHaveCount(1);
  await expect(page.locator('.banner--danger')).toContainText('Something went wrong during billing');
  await expect(page.getByText('Your payment method hasn’t changed')).toHaveCount(0);
  await expectNoTrace(page, sent, secret);
});

test('without a session nothing keeps the secret', async ({ page, stack }) => {
  const sent = recordRequests(page);
  const secret = 'seti_1_secret_4fVbq1Zr0nE8';
  await page.goto(returnPath({ id: 'seti_1', secret }, 'succeeded'));
  await expect(page).toHaveURL(/\/enter/);
  expect(await isSignedIn(page, stack)).toBe(false);
  await expectNoTrace(page, sent, secret);
});

for (const [how, continueSignIn] of [
  ['after a reload', (page: Page) => page.reload()],
  ['at once', () => undefined],
] as const)
  test(`a visitor who signs in ${how} gets the card that the bank has confirmed`, async ({ page, stack, context }) => {
    await signIn(page, stack, email);
    const setup = await prepareSetup(page, stack, 'complete');
    await context.clearCookies();
    const sent = recordRequests(page);
    await page.goto(returnPath(setup, 'succeeded'));
    await expect(page).toHaveURL('/enter');
    await continueSignIn(page);
    await emailField(page).fill(email);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(codeField(page)).toBeVisible();
    await codeField(page).fill(await readCode(stack, email));
    await expect(page.getByRole('status').filter({ hasText: 'Payment method changed successfully' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Visa •••• 3155');
    await expectNoTrace(page, sent, setup.secret);
    expect(await listRequests(stack, updatePath)).toHaveLength(1);
  });

test('a card that the bank has confirmed is saved, although the user has opened another section', async ({
  page,
  stack,
}) => {
  const { profile, setup } = await returnBeforeProfile(page, stack);
  await page.getByRole('link', { name: 'Devices' }).click();
  const saved = page.waitForResponse(`**${updatePath}`);
  profile.release();
  expect((await saved).ok()).toBe(true);
  await expect(page.locator('.toast').filter({ hasText: 'Payment method changed successfully' })).toBeVisible();
  await expect(screenTitle(page, 'Devices')).toBeFocused();
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByRole('main')).toContainText('Visa •••• 3155');
  await page.goto(returnPath(setup, 'succeeded'));
  await expect(page.getByRole('status').filter({ hasText: 'Payment method changed successfully' })).toBeVisible();
  expect(await listRequests(stack, updatePath)).toHaveLength(1);
});

test('a return that waits does not replace a card that was saved in another tab later', async ({
  page,
  context,
  stack,
}) => {
  const { profile } = await returnBeforeProfile(page, stack);
  await expectLaterCardStays(page, stack, await enterCardInOtherTab(context), profile);
});

test('a card is saved, although the clock was a day ahead when the last one was', async ({ page, stack }) => {
  const { profile } = await returnBeforeProfile(page, stack);
  await page.evaluate(() => localStorage.setItem('saved-setups', `${Date.now() + 86_400_000} seti_before`));
  profile.release();
  await expect(page.getByRole('main')).toContainText('Visa •••• 3155');
});

test('a return whose lookup finds that another tab has saved a later card saves nothing', async ({
  page,
  context,
  stack,
}) => {
  const { profile } = await returnBeforeProfile(page, stack);
  const other = await enterCardInOtherTab(context);
  const saving = await holdRequests(other, `**${updatePath}`);
  await other.getByRole('button', { name: 'Save card' }).click();
  await saving.arrived;
  profile.release();
  await expect(page.getByText('We couldn’t tell whether it worked')).toBeVisible();
  saving.release();
  await expect(other.getByText('Payment method changed successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Payment method changed successfully' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Visa •••• 4242');
  expect(await listRequests(stack, updatePath)).toHaveLength(1);
});

test('a return that is opened again after a later card saves and says nothing', async ({ page, stack }) => {
  await signIn(page, stack, email);
  const setup = await prepareSetup(page, stack, 'complete');
  const changed = page.getByText('Payment method changed successfully');
  await page.goto(returnPath(setup, 'succeeded'));
  await expect(changed).toBeVisible();
  await page.getByRole('button', { name: 'Change payment method' }).click();
  await enterCard(page, '4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByRole('main')).toContainText('Visa •••• 4242');
  await page.goto(returnPath(setup, 'succeeded'));
  await expect(page.getByRole('main')).toContainText('Visa •••• 4242');
  await page.waitForLoadState('networkidle');
  await expect(changed).toHaveCount(0);
  expect(await listRequests(stack, updatePath)).toHaveLength(2);
});

test('a sign-out that fails while a return waits does not lose its card', async ({ page, stack }) => {
  const { profile } = await returnBeforeProfile(page, stack);
  // Of a network's login page, for example, and not of the gateway.
  await page.route('**/session', (route) => route.fulfill({ status: 200 }));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('We couldn’t sign you out')).toBeVisible();
  profile.release();
  await expect(page.getByRole('main')).toContainText('Visa •••• 3155');
});

test('a refusal of the bank is explained later, if the user has opened another section', async ({ page, stack }) => {
  await signIn(page, stack, email);
  const profile = await holdRequests(page, '**/web/v1/profile*');
  await page.goto(returnPath({ id: 'seti_1', secret: 's' }, 'failed'));
  await page.getByRole('link', { name: 'Devices' }).click();
  profile.release();
  await expect(page.getByRole('main')).toContainText('Connected');
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByText('Your bank couldn’t confirm it was you.')).toBeVisible();
});

for (const status of ['succeeded', 'failed']) {
  test(`a return with the status ${status} is not for the account that another tab has signed in since`, async ({
    page,
    context,
    stack,
  }) => {
    const { profile } = await returnBeforeProfile(page, stack, status);
    await signInGraceInOtherTab(context, stack);
    profile.release();
    await expectNothingOfReturn(page, stack);
    await page.reload();
    await expectNothingOfReturn(page, stack);
  });

  test(`a return with the status ${status} is not for the account that signs in next in its tab`, async ({
    page,
    stack,
  }) => {
    const { profile } = await returnBeforeProfile(page, stack, status);
    const entries = await page.evaluate(() => history.length);
    await page.getByRole('link', { name: 'Devices' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/enter');
    await emailField(page).fill('grace@example.com');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(codeField(page)).toBeVisible();
    await codeField(page).fill(await readCode(stack, 'grace@example.com'));
    await expect(page).toHaveURL(/\/profile/);
    profile.release();
    await expectNothingOfReturn(page, stack);
    await page.evaluate((returned) => history.go(returned - history.length), entries);
    await expect.poll(() => page.evaluate(() => history.state.idx)).toBe(0);
    await page.reload();
    await expectNothingOfReturn(page, stack);
  });
}
