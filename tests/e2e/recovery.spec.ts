import type { BrowserContext, Locator, Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import type { ProcessStack } from '../support/built-stack.ts';
import { createGate } from '../support/gate.ts';
import { findPermanentToken } from './support/accounts.ts';
import { addFault } from './support/faults.ts';
import { readCode } from './support/mails.ts';
import { pressDeliberately } from './support/press-deliberately.ts';
import { revalidate } from './support/revalidate.ts';
import { screenTitle } from './support/screen-title.ts';
import { codeField, emailField, requestCode, signIn, signInByToken } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const anna = 'anna.lindqvist@example.com';
const marked = 'marked@example.com';
const refused = 'deleted@example.com';

test.use({ expectedConsole: [/status of (400|401|503)/] });

/** On the sign-in page. */
async function enterCode(page: Page, stack: ProcessStack, email: string): Promise<void> {
  await emailField(page).fill(email);
  await page.keyboard.press('Enter');
  await codeField(page).fill(await readCode(stack, email));
}

const restoreDialog = (page: Page) => page.getByRole('dialog', { name: 'Wait a minute...' });

async function restore(page: Page): Promise<void> {
  await pressDeliberately(restoreDialog(page).getByRole('button', { name: 'Restore account' }));
  await expect(page.getByRole('status').filter({ hasText: 'Your account has been restored' })).toBeVisible();
  await expect(screenTitle(page, 'Account')).toBeVisible();
}

async function accountCodeOf(stack: ProcessStack, email: string): Promise<string> {
  const accounts: { email: string; accountCode: string }[] = await (
    await fetch(`${stack.sandboxOrigin}/sandbox/accounts`)
  ).json();
  return accounts.find((account) => account.email === email)?.accountCode ?? '';
}

/** The same account in the page and in a second tab. */
async function openTwoTabs(page: Page, context: BrowserContext, stack: ProcessStack): Promise<readonly Page[]> {
  await signInByToken(page, stack, anna);
  const tabs = [page, await context.newPage()];
  for (const tab of tabs) {
    await tab.goto('/profile');
    await expect(tab.getByRole('main')).toContainText(anna);
  }
  return tabs;
}

test('signing in to a deleted account and restoring it is one sign-in for analytics', async ({ page, stack }) => {
  await requestCode(page, marked);
  await codeField(page).fill(await readCode(stack, marked));
  await restore(page);
  await expect(page.getByRole('main')).toContainText(marked);
  const events = await page.evaluate(() => ('dataLayer' in window ? window.dataLayer : undefined));
  expect(events).toEqual([{ event: 'sign_in', account_type: expect.any(String) }]);
});

test('after a deletion every tab says until when the account can be restored, and what keeps billing', async ({
  page,
  context,
  stack,
}) => {
  const tabs = await openTwoTabs(page, context, stack);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await pressDeliberately(page.getByRole('dialog').getByRole('button', { name: 'Delete account' }));
  for (const tab of tabs) {
    const notice = tab.getByRole('status').filter({ hasText: 'Your account has been deleted' });
    await expect(notice).toContainText(/You can restore it until \d{1,2} \w+ \d{4}/);
    await expect(notice).toContainText('Your subscription is still active and will be billed.');
    await expect(notice.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', /^https?:/);
  }
  await page.reload();
  await expect(emailField(page)).toBeVisible();
  await expect(page.getByText('Your account has been deleted')).toHaveCount(0);
});

test('a deletion is announced even if a read shows the end of the session before its slow response', async ({
  page,
  context,
  stack,
}) => {
  await signInByToken(page, stack, anna);
  const other = await context.newPage();
  for (const tab of [page, other]) await tab.goto('/profile');
  const gate = createGate();
  await page.route(`**${calls.deleteAccount.path}`, async (route) => {
    const response = await route.fetch();
    await gate.pass();
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Delete account' }).click();
  await pressDeliberately(page.getByRole('dialog').getByRole('button', { name: 'Delete account' }));
  await gate.arrived;
  await revalidate(other);
  for (const tab of [page, other]) await expect(tab.getByText('You were signed out')).toBeVisible();
  gate.open();
  for (const tab of [page, other]) {
    await expect(tab.getByRole('status').filter({ hasText: 'Your account has been deleted' })).toBeVisible();
    await expect(tab.getByText('You were signed out')).toHaveCount(0);
  }
});

test('a deletion is announced even if the upstream is slow and refuses a read meanwhile', async ({ page, stack }) => {
  await signInByToken(page, stack, anna);
  await page.goto('/profile');
  await addFault(stack, { ...calls.deleteAccount, delayMs: 4_000, after: true });
  const sent = page.waitForRequest(`**${calls.deleteAccount.path}`);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await pressDeliberately(page.getByRole('dialog').getByRole('button', { name: 'Delete account' }));
  await sent;
  await expect(async () => {
    await revalidate(page);
    await expect(page).toHaveURL(/\/enter\?error=/, { timeout: 300 });
  }).toPass();
  await expect(page.getByRole('status').filter({ hasText: 'Your account has been deleted' })).toBeVisible();
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
});

test('a deletion that the upstream executes despite an error is announced in every tab', async ({
  page,
  context,
  stack,
}) => {
  const tabs = await openTwoTabs(page, context, stack);
  await addFault(stack, { ...calls.deleteAccount, after: true, status: 503, body: { code: 14, message: 'failed' } });
  await page.getByRole('button', { name: 'Delete account' }).click();
  await pressDeliberately(page.getByRole('dialog').getByRole('button', { name: 'Delete account' }));
  for (const tab of tabs) {
    await expect(tab.getByRole('status').filter({ hasText: 'Your account has been deleted' })).toBeVisible();
    await expect(tab.getByText('Something went wrong')).toHaveCount(0);
  }
});

test('a tab that did not show a deletion does not show it after the next sign-in', async ({ page, context, stack }) => {
  await signInByToken(page, stack, anna);
  const other = await context.newPage();
  await other.goto('/auth/already-used');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await pressDeliberately(page.getByRole('dialog').getByRole('button', { name: 'Delete account' }));
  await expect(page.getByText('Your account has been deleted')).toBeVisible();
  await signInByToken(other, stack, 'free@example.com');
  await other.goto('/profile');
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(emailField(other)).toBeVisible();
  await other.reload();
  await expect(emailField(other)).toBeVisible();
  await expect(other.getByText('Your account has been deleted')).toHaveCount(0);
});

test.describe('after a release', () => {
  test.use({ expectedConsole: [/ERR_FAILED|dynamically imported module/] });

  test('the notice of a deletion shows all the same, after the reload for its file', async ({ page, stack }) => {
    await signInByToken(page, stack, anna);
    await page.goto('/profile');
    await page.route(/\/enter-notices-[^/]*\.js$/, (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Delete account' }).click();
    await pressDeliberately(page.getByRole('dialog').getByRole('button', { name: 'Delete account' }));
    await expect(page.getByRole('status').filter({ hasText: 'Your account has been deleted' })).toBeVisible();
    await page.reload();
    await expect(emailField(page)).toBeVisible();
    await expect(page.getByText('Your account has been deleted')).toHaveCount(0);
  });
});

for (const [email, biller, link] of [
  [marked, 'Your subscription is still active and will be billed. To stop it, restore the account', null],
  ['marked-app-store@example.com', 'still be billed through the App Store', /^https:\/\/apps\.apple\.com\//],
  ['marked-play-store@example.com', 'still be billed through Google Play', /^https:\/\/play\.google\.com\//],
] as const)
  test(`before restoring, ${email} learns what keeps billing and where to stop it`, async ({ page, stack }) => {
    await signInByToken(page, stack, email);
    await page.goto('/profile');
    for (const visit of ['first', 'reloaded']) {
      await expect(restoreDialog(page), visit).toContainText(biller);
      const store = restoreDialog(page).getByRole('link', { name: /^Open .* subscriptions$/ });
      if (link) await expect(store, visit).toHaveAttribute('href', link);
      else await expect(store, visit).toHaveCount(0);
      await page.reload();
    }
    await restore(page);
  });

test('before and after its deletion an account links to the store that keeps billing', async ({ page, stack }) => {
  await signInByToken(page, stack, 'app-store@example.com');
  await page.goto('/profile');
  const store = (place: Locator) => place.getByRole('link', { name: 'Open App Store subscriptions' });
  await expect(store(page.getByRole('main'))).toBeVisible();
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(store(page.getByRole('dialog'))).toBeVisible();
  await pressDeliberately(page.getByRole('dialog').getByRole('button', { name: 'Delete account' }));
  const notice = page.getByRole('status').filter({ hasText: 'Your account has been deleted' });
  await expect(store(notice)).toHaveAttribute('href', 'https://apps.apple.com/account/subscriptions');
});

test('/enter/restore without a session says to sign in first', async ({ page }) => {
  await page.goto('/enter/restore');
  await expect(page.getByRole('alert').filter({ hasText: 'Restore a deleted account' })).toContainText(
    'you can restore it after you sign in',
  );
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(emailField(page)).toBeVisible();
});

test('Back after a restore leads to the profile', async ({ page, stack }) => {
  await page.goto('/enter/restore');
  await enterCode(page, stack, marked);
  await pressDeliberately(page.getByRole('button', { name: 'Restore account' }));
  await expect(page.getByText('has been restored')).toBeVisible();
  await page.reload();
  await page.goBack();
  await expect(page.getByRole('main')).toContainText(marked);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Back after a sign-in to an account that is not deleted does not call it deleted', async ({ page, stack }) => {
  await page.goto('/enter/restore');
  await enterCode(page, stack, anna);
  await expect(page.getByRole('main')).toContainText(anna);
  await page.goBack();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('main')).toContainText(anna);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a restore that another tab has left for another account does not call that one deleted', async ({
  page,
  context,
  stack,
}) => {
  await page.goto('/enter');
  await enterCode(page, stack, marked);
  await expect(restoreDialog(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/profile');
  await pressDeliberately(other.getByRole('button', { name: 'Try other credentials' }));
  await expect(other).toHaveURL(/\/enter$/);
  await enterCode(other, stack, anna);
  await expect(page.getByRole('main')).toContainText(anna);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('signing in by code leads to the restore, and the restore is confirmed', async ({ page, stack }) => {
  await page.goto('/enter');
  await enterCode(page, stack, marked);
  await restore(page);
});

test('a link that signs in leads to the restore', async ({ page, stack }) => {
  await page.goto(`/profile?token=${await findPermanentToken(stack, marked)}`);
  await restore(page);
});

test('a social sign-in to a deleted account leads to the restore', async ({ page }) => {
  await page.goto('/enter');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.locator('form[action="/oauth/google"] input[name="another"]').fill(refused);
  await page.keyboard.press('Enter');
  await restore(page);
});

test('a deleted account that refuses codes explains how to restore it, and an account code does', async ({
  page,
  stack,
}) => {
  await page.goto('/enter');
  await emailField(page).fill(refused);
  await page.keyboard.press('Enter');
  await codeField(page).fill(await readCode(stack, refused));
  const hint = page.getByRole('alert').filter({ hasText: 'This account has been deleted' });
  await expect(hint).toContainText('You can restore it within 30 days');
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
  await hint.getByRole('link', { name: 'Use an account code' }).click();
  await page.getByLabel('Have an account code?').fill(await accountCodeOf(stack, refused));
  await page.keyboard.press('Enter');
  await restore(page);
});

test('“Can’t sign in?” has a way on for each case, and support gets the number of the last error', async ({
  page,
  stack,
}) => {
  await addFault(stack, { method: 'POST', path: '/web/v1/account/one-time-code/request', status: 503, times: 1 });
  await page.goto('/enter');
  await emailField(page).fill(anna);
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert').filter({ hasText: 'Error number' });
  const number = (await alert.textContent())?.match(/[\da-f-]{36}/)?.[0];
  await page.getByRole('link', { name: 'Can’t sign in?' }).click();
  const main = page.getByRole('main');
  for (const title of [
    'didn’t arrive',
    'lost access to your email',
    'Google, Apple or Setapp',
    'deleted your account',
    'Something else',
  ])
    await expect(main.getByRole('heading', { name: title })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
    'href',
    new RegExp(`[?&]trace_id=${number}$`),
  );
  await main.getByRole('link', { name: 'Sign in with an account code' }).click();
  await expect(page).toHaveURL('/enter/account-code');
});

for (const { path, visitor, member } of [
  { path: '/payment/success', visitor: 'Sign in', member: 'Go to profile' },
  { path: '/h/error', visitor: 'Sign in', member: 'Go to profile' },
  { path: '/h/to-app', visitor: 'Sign in', member: 'Go to profile' },
  { path: '/h/to-chrome?app-identity=ios', visitor: 'Sign in', member: 'Go to profile' },
  { path: '/auth/already-used', visitor: 'Log in', member: 'Go to profile' },
  { path: '/diia/success', visitor: 'Sign in', member: 'Continue' },
] as const) {
  test.describe(path, () => {
    test.use({ expectedConsole: [[/launch 'skerry/], { scope: 'test' }] });

    test('links a visitor to the sign-in page, and a customer to the profile', async ({ page, stack }) => {
      await page.goto(path);
      await page.getByRole('main').getByRole('link', { name: visitor, exact: true }).click();
      await expect(page).toHaveURL('/enter');
      await signIn(page, stack, anna);
      await page.goto(path);
      await page.getByRole('main').getByRole('link', { name: member, exact: true }).click();
      await expect(page).toHaveURL('/profile');
    });
  });
}
