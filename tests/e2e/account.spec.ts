import type { Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import { checkCutTexts } from './support/check-page.ts';
import { addFault, clearFaults, failAfterExecution, loseResponse } from './support/faults.ts';
import { holdRequests } from './support/hold-requests.ts';
import { listRequests } from './support/list-requests.ts';
import { pressDeliberately } from './support/press-deliberately.ts';
import { revalidate } from './support/revalidate.ts';
import { screenTitle } from './support/screen-title.ts';
import { emailField, signInByForm, signInByToken } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const anna = 'anna.lindqvist@example.com';
const generic = 'Something went wrong, please try again later';
const failure = { status: 500, body: { code: 13, message: 'internal' } } as const;

test.describe('when the upstream fails', () => {
  test.use({ expectedConsole: [/status of 500/] });

  test('restoring disables both buttons while it runs, shows a failure, and can be retried', async ({
    page,
    stack,
  }) => {
    await signInByToken(page, stack, 'marked@example.com');
    await page.goto('/enter/restore');
    await addFault(stack, { method: 'POST', path: '/web/v1/account/delete/cancel', ...failure, times: 1 });
    const held = await holdRequests(page, '**/web/v1/account/delete/cancel');
    const dialog = page.getByRole('dialog', { name: 'Wait a minute...' });
    await pressDeliberately(dialog.getByRole('button', { name: 'Restore account' }));
    await held.arrived;
    await expect(dialog.getByRole('button', { name: 'Try other credentials' })).toBeDisabled();
    held.release();
    await expect(dialog.getByRole('alert')).toContainText(generic);
    await expect(dialog.getByRole('button', { name: 'Try other credentials' })).toBeEnabled();
  });

  test('a profile that cannot be loaded keeps the title of its section', async ({ page, stack }) => {
    await signInByForm(page, stack, anna);
    await addFault(stack, { method: 'GET', path: '/web/v1/profile', ...failure });
    await page.goto('/profile?profile_section=BILLING');
    await expect(page.getByRole('heading', { name: 'We couldn’t load your account' })).toBeVisible();
    await expect(screenTitle(page, 'Billing')).toBeVisible();
    await clearFaults(stack);
  });
});

test('a device’s account is not offered the newsletter', async ({ page, stack }) => {
  await signInByToken(page, stack, '7f3c9a@anonymous.skerry.example');
  await page.goto('/profile');
  await expect(page.getByText('This device’s account')).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});

for (const { email, says, never } of [
  { email: 'free@example.com', says: 'You can restore it within 30 days', never: /subscription/ },
  {
    email: 'app-store@example.com',
    says: 'Your subscription will still be billed through the App Store.',
    never: /stays active|until you cancel it/,
  },
]) {
  test(`deleting ${email} says what keeps billing, and nothing else`, async ({ page, stack }) => {
    await signInByToken(page, stack, email);
    await page.goto('/profile');
    const card = page.locator('.card').filter({ has: page.getByRole('button', { name: 'Delete account' }) });
    await expect(card).not.toContainText(never);
    await card.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(dialog).toContainText(says);
    await expect(dialog).not.toContainText(never);
  });
}

/** Changes the profile on its way to the page. */
const alterProfile = (page: Page, change: object) =>
  page.route('**/web/v1/profile?*', async (route) => {
    const response = await route.fetch();
    const { profile } = await response.json();
    await route.fulfill({ response, json: { profile: { ...profile, ...change } } });
  });

test('an account without an email says so, and offers neither a change nor the newsletter', async ({ page, stack }) => {
  await signInByToken(page, stack, 'free@example.com');
  await alterProfile(page, { email: '', is_email_set: false });
  await page.goto('/profile');
  await expect(page.getByText('No email yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change email' })).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});

test('a long email can be read on a narrow phone', async ({ page, stack }) => {
  const email = `${'wolfeschlegelsteinhausenbergerdorff'.repeat(2)}@mail.example.com`;
  await page.setViewportSize({ width: 360, height: 780 });
  await signInByToken(page, stack, 'free@example.com');
  await alterProfile(page, { email });
  await page.goto('/profile');
  await expect(page.getByText(email)).toBeVisible();
  await checkCutTexts(page);
  const { right = 0 } = await page.getByText(email).evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return { right: range.getBoundingClientRect().right };
  });
  expect(right).toBeLessThanOrEqual(360);
});

test('the delete dialog says until when the account can be restored, and that the subscription stays active', async ({
  page,
  stack,
}) => {
  await signInByToken(page, stack, anna);
  await page.clock.setFixedTime(new Date('2027-03-01T12:00:00Z'));
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText(anna);
  await expect(dialog).toContainText(
    'within 30 days, until 31 March 2027; your subscription stays active in the meantime',
  );
  await dialog.getByRole('button', { name: 'Keep account' }).click();
  await expect(dialog).toHaveCount(0);
});

test.describe('with a lost response', () => {
  test.use({ expectedConsole: [/ERR_CONNECTION_RESET|status of (401|500)/] });

  for (const [what, fail] of [
    ['whose response was lost', loseResponse],
    ['that was executed despite an error', failAfterExecution],
  ] as const)
    test(`a deletion ${what} leads to the sign-in page`, async ({ page, stack }) => {
      await signInByToken(page, stack, anna);
      await page.goto('/profile');
      await page.getByRole('button', { name: 'Delete account' }).click();
      await fail(page, calls.deleteAccount.path);
      await pressDeliberately(page.getByRole('dialog').getByRole('button', { name: 'Delete account' }));
      await expect(page.getByText('You were signed out. Please sign in again.')).toBeVisible();
      expect(await listRequests(stack, calls.deleteAccount.path)).toHaveLength(1);
    });

  test('a restored account leads to the profile', async ({ page, stack }) => {
    await signInByToken(page, stack, 'marked@example.com');
    await page.goto('/enter/restore');
    await loseResponse(page, calls.cancelAccountDeletion.path);
    await pressDeliberately(page.getByRole('dialog').getByRole('button', { name: 'Restore account' }));
    await expect(page.getByText('has been restored')).toBeVisible();
    await expect(screenTitle(page, 'Account')).toBeVisible();
  });
});

test.describe('without a refresh token', () => {
  test.use({ expectedConsole: [/status of 401/] });

  test('deleting the account signs out and changes nothing upstream', async ({ page, stack, context }) => {
    await signInByToken(page, stack, anna);
    await page.goto('/profile');
    await expect(screenTitle(page, 'Account')).toBeVisible();
    await context.clearCookies({ name: 'refresh_token' });
    await page.getByRole('button', { name: 'Delete account' }).click();
    await pressDeliberately(page.getByRole('dialog').getByRole('button', { name: 'Delete account' }));
    await expect(emailField(page)).toBeVisible();
    expect(await (await page.request.get('/session')).json()).toMatchObject({ signedIn: false });
    expect(await listRequests(stack, '/web/v1/account/delete')).toEqual([]);
  });
});

test('wide screens link to the help center, in English or Ukrainian', async ({ page, stack }) => {
  await signInByForm(page, stack, anna);
  const site = `${stack.sandboxOrigin}/site`;
  await expect(page.getByRole('link', { name: 'Help center' })).toHaveAttribute('href', `${site}/help/`);
  await expect(page.getByRole('link', { name: 'Setup guide' })).toHaveAttribute('href', `${site}/help/setup/`);
  await expect(page.getByRole('link', { name: 'Security checklist' })).toHaveAttribute(
    'href',
    `${site}/help/security-checklist/`,
  );
  await page.getByLabel('Language').first().selectOption('uk');
  await expect(page.getByRole('link', { name: 'Довідковий центр' })).toHaveAttribute('href', `${site}/uk/help/`);
});

test.describe('when only the response is lost', () => {
  test.use({ expectedConsole: [/ERR_CONNECTION_RESET/] });

  test('the newsletter setting is saved all the same', async ({ page, stack }) => {
    await signInByForm(page, stack, anna);
    const choice = page.getByRole('checkbox', { name: 'Newsletter notifications' });
    const before = await choice.isChecked();
    await loseResponse(page, calls.updateSettings.path);
    const found = page.waitForResponse('**/web/v1/profile*');
    await choice.click();
    await (await found).finished();
    await expect(choice).toBeChecked({ checked: !before });
    await expect(page.getByText('We couldn’t save your newsletter setting')).toHaveCount(0);
  });

  test('the newsletter setting is not called unchanged until the profile can be read', async ({ page, stack }) => {
    await signInByForm(page, stack, anna);
    const choice = page.getByRole('checkbox', { name: 'Newsletter notifications' });
    const before = await choice.isChecked();
    await loseResponse(page, calls.updateSettings.path);
    await page.route(`**${calls.profile.path}*`, (route) => route.abort('connectionreset'));
    await choice.click();
    const unknown = page.getByText('your newsletter setting may or may not have been saved');
    await expect(unknown).toBeVisible();
    await expect(page.getByText('Nothing has changed')).toHaveCount(0);
    await page.unroute(`**${calls.profile.path}*`);
    await revalidate(page);
    await expect(unknown).toHaveCount(0);
    await expect(choice).toBeChecked({ checked: !before });
  });
});

test('a newsletter setting is shown after a slow save, also if the profile was read meanwhile', async ({
  page,
  stack,
}) => {
  await signInByForm(page, stack, anna);
  const choice = page.getByRole('checkbox', { name: 'Newsletter notifications' });
  const before = await choice.isChecked();
  const held = await holdRequests(page, `**${calls.updateSettings.path}`);
  await choice.click();
  await held.arrived;
  const read = page.waitForResponse('**/web/v1/profile*');
  await revalidate(page);
  await (await read).finished();
  await expect(choice).toBeChecked({ checked: before });
  held.release();
  await expect(choice).toBeChecked({ checked: !before });
});

test.describe('when the user leaves before the newsletter setting fails', () => {
  test.use({ expectedConsole: [/status of 50\d/] });

  for (const { fault, response, says } of [
    { fault: 'an error', response: failure, says: 'We couldn’t save your newsletter setting' },
    {
      fault: 'a lost response',
      response: { reset: true },
      says: 'your newsletter setting may or may not have been saved',
    },
  ] as const)
    test(`a toast says so after ${fault}`, async ({ page, stack }) => {
      await signInByForm(page, stack, anna);
      const choice = page.getByRole('checkbox', { name: 'Newsletter notifications' });
      const before = await choice.isChecked();
      await addFault(stack, { ...calls.updateSettings, ...response, times: 1 });
      const held = await holdRequests(page, `**${calls.updateSettings.path}`);
      await choice.click();
      await held.arrived;
      await page.getByRole('link', { name: 'Billing' }).click();
      await expect(screenTitle(page, 'Billing')).toBeVisible();
      held.release();
      await expect(page.getByRole('alert').filter({ hasText: says })).toBeVisible();
      await page.getByRole('link', { name: 'Account', exact: true }).click();
      await expect(choice).toBeChecked({ checked: before });
    });
});

test('the newsletter setting is saved', async ({ page, stack }) => {
  await signInByForm(page, stack, anna);
  const choice = page.getByRole('checkbox', { name: 'Newsletter notifications' });
  const before = await choice.isChecked();
  // Shown before it is saved.
  const saved = page.waitForResponse('**/web/v1/account/update-settings');
  await choice.click();
  await expect(choice).toBeChecked({ checked: !before });
  await saved;
  await page.reload();
  await expect(choice).toBeChecked({ checked: !before });
});
