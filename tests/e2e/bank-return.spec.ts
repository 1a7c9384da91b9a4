import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { ProcessStack } from '../support/built-stack.ts';
import { isSignedIn } from './support/accounts.ts';
import { prepareSetup, returnPath } from './support/bank-setup.ts';
import { enterCard } from './support/card-form.ts';
import { addFault, clearFaults, fromGateway, loseResponse } from './support/faults.ts';
import { holdRequests } from './support/hold-requests.ts';
import { listRequests } from './support/list-requests.ts';
import { readCode } from './support/mails.ts';
import { revalidate } from './support/revalidate.ts';
import { screenTitle } from './support/screen-title.ts';
import { codeField, emailField, signIn, signInByForm } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { passHalfMinute } from './support/unknown-outcome.ts';

const email = 'active-card@example.com';

const updatePath = '/web/v1/store/chargebee/subscription/update-payment';

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

/** The user is back from the bank, and the profile waits until it is released. */
async function returnBeforeProfile(page: Page, stack: ProcessStack, status = 'succeeded') {
  await signIn(page, stack, email);
  const setup = await prepareSetup(page, stack, 'complete');
  const profile = await holdRequests(page, '**/web/v1/profile*');
  await page.goto(returnPath(setup, status));
  return { profile, setup };
}

async function enterCardInOtherTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto('/profile?profile_section=BILLING');
  await tab.getByRole('button', { name: 'Change payment method' }).click();
  await enterCard(tab, '4242 4242 4242 4242');
  return tab;
}

async function signInGraceInOtherTab(context: BrowserContext, stack: ProcessStack): Promise<void> {
  const tab = await context.newPage();
  await tab.goto('/profile');
  await tab.getByRole('button', { name: 'Sign out' }).click();
  await expect(tab).toHaveURL(/\/enter/);
  await signInByForm(tab, stack, 'grace@example.com');
}

/** Grace is signed in, and billing has neither saved the card nor shown its return. */
async function expectNothingOfReturn(page: Page, stack: ProcessStack): Promise<void> {
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByText('Something went wrong during billing')).toBeVisible();
  await expect(page.getByText('Your bank couldn’t confirm it was you.')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  expect(await listRequests(stack, updatePath)).toEqual([]);
}

/** Another tab saves a card while this one waits for its profile. */
async function expectLaterCardStays(
  page: Page,
  stack: ProcessStack,
  other: Page,
  profile: { release(): void },
): Promise<void> {
  await other.getByRole('button', { name: 'Save card' }).click();
  await expect(other.getByText('Payment method changed successfully')).toBeVisible();
  profile.release();
  await expect(page.getByRole('main')).toContainText('Visa •••• 4242');
  await page.waitForLoadState('networkidle');
  expect(await listRequests(stack, updatePath)).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole('main')).toContainText('Visa •••• 4242');
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

test.describe('when saving fails', () => {
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
    test(`after a ${status}, the card that the bank has confirmed is saved by another press`, async ({
      page,
      stack,
    }) => {
      const retry = await failToSave(page, stack, status);
      await retry.press('Enter');
      await expect(page.locator(':focus')).toContainText('Payment method changed successfully');
      await expect(page.getByRole('main')).toContainText('Visa •••• 3155');
      expect(await listRequests(stack, updatePath)).toMatchObject([{ status }, { status: 200 }]);
    });

  test('a card that was saved despite an error is not called failed once the page shows it', async ({
    page,
    stack,
  }) => {
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
});
