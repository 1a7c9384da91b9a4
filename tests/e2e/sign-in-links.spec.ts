import { calls } from '#shared/calls.ts';
import { startProcesses } from '../support/built-stack.ts';
import { advanceClock, findPermanentToken, openUnusedLink } from './support/accounts.ts';
import { addFault } from './support/faults.ts';
import { listRequests } from './support/list-requests.ts';
import { readCode } from './support/mails.ts';
import { screenTitle } from './support/screen-title.ts';
import {
  codeField,
  emailField,
  otherThan,
  requestCode,
  signIn,
  signInByForm,
  signInByToken,
} from './support/sign-in.ts';
import { expect, stackEnvironment, test } from './support/test.ts';

const anna = 'anna.lindqvist@example.com';
const free = 'free@example.com';

test.use({ expectedConsole: [/status of (400|401|404|429)|ERR_FAILED/] });

test('two tabs keep their own addresses, also after a reload', async ({ page, context, stack }) => {
  await requestCode(page, anna);
  const annasCode = await readCode(stack, anna);
  const other = await context.newPage();
  await requestCode(other, free);
  await page.reload();
  await expect(page.getByText(anna)).toBeVisible();
  await expect(other.getByText(free)).toBeVisible();
  await codeField(page).fill(annasCode);
  await expect(page.getByRole('main')).toContainText(anna);
});

test('the selected language wins over the link’s on reload', async ({ page }) => {
  await page.goto('/enter?lang=de&utm_source=mail');
  await page.getByLabel('Sprache').first().selectOption('fr');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page).toHaveURL('/enter?utm_source=mail');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
});

test('a captcha that failed once loads on the next use', async ({ page, stack }) => {
  await page.route('**/captcha.js*', (route) => route.abort(), { times: 1 });
  await page.goto('/enter');
  await emailField(page).fill(anna);
  const hint = page.getByText('reCAPTCHA didn’t load');
  await expect(hint).toBeVisible();
  const sent = page.waitForRequest('**/one-time-code/request');
  await page.keyboard.press('Enter');
  expect((await sent).postDataJSON().recaptcha_token).not.toBe('');
  await codeField(page).fill(await readCode(stack, anna));
  await expect(page.getByRole('main')).toContainText(anna);
});

test('an address without a dot in its domain is an error of the field', async ({ page }) => {
  await page.goto('/enter');
  await emailField(page).fill('foo@bar');
  await page.keyboard.press('Enter');
  await expect(emailField(page)).toHaveAccessibleDescription('Email is invalid');
  await expect(emailField(page)).toBeFocused();
});

test('the link in the email opened in a new tab continues to the requested page', async ({ page, context, stack }) => {
  await page.goto('/profile?profile_section=DEVICES');
  await emailField(page).fill(anna);
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toBeVisible();
  const opened = await context.newPage();
  await opened.goto(`/enter?OTC_CODE=${await readCode(stack, anna)}`);
  await expect(opened).toHaveURL('/profile?profile_section=DEVICES');
  await expect(screenTitle(opened, 'Devices')).toBeVisible();
});

test('after an hour neither the requested page nor the order page hijacks a sign-in', async ({ page, stack }) => {
  await page.clock.install();
  await page.goto('/enter?from=order/upgrade/');
  await page.goto('/profile?profile_section=DEVICES');
  await expect(emailField(page)).toBeVisible();
  await page.clock.fastForward('01:00:01');
  await emailField(page).fill(anna);
  await page.keyboard.press('Enter');
  await codeField(page).fill(await readCode(stack, anna));
  await expect(screenTitle(page, 'Account')).toBeVisible();
  await expect(page).toHaveURL('/profile');
});

test('after an hour’s pause the code step asks for a new code and signs in with it', async ({ page, stack }) => {
  await page.clock.install();
  await requestCode(page, anna);
  const old = await readCode(stack, anna);
  await advanceClock(stack, 3600);
  await page.clock.fastForward('01:00:00');
  await codeField(page).fill(old);
  await expect(page.getByText('Wrong code. It has expired: codes work for only ten minutes.')).toBeVisible();
  await page.getByRole('button', { name: 'Resend email' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Code sent' })).toBeAttached();
  await expect(codeField(page)).toHaveValue('');
  await codeField(page).fill(await readCode(stack, anna));
  await expect(page.getByRole('main')).toContainText(anna);
});

test('a code from the link survives a reload while its address is missing', async ({ page, browser, stack }) => {
  await requestCode(page, anna);
  const elsewhere = await browser.newPage({ baseURL: stack.origin });
  await elsewhere.goto(`/enter?OTC_CODE=${await readCode(stack, anna)}`);
  const hint = elsewhere.getByText('We’ll use the code from your link.');
  await expect(hint).toBeVisible();
  await elsewhere.reload();
  await expect(hint).toBeVisible();
  await emailField(elsewhere).fill(anna);
  await elsewhere.keyboard.press('Enter');
  await expect(elsewhere.getByRole('main')).toContainText(anna);
  await elsewhere.context().close();
});

test('a wrong code from a link explains what links are good for', async ({ page, stack }) => {
  await requestCode(page, anna);
  await page.goto(`/enter?OTC_CODE=${otherThan(await readCode(stack, anna))}`);
  await expect(page.getByText('The link in the email works only once, expires after ten minutes')).toBeVisible();
});

test('the code step links to a known inbox, and says that the link in the email works, too', async ({ page }) => {
  await requestCode(page, 'anna@gmail.com');
  await expect(page.getByRole('link', { name: 'Open inbox' })).toHaveAttribute('href', 'https://mail.google.com/');
  await expect(page.getByText('You can also open the link from the email in this browser.')).toBeVisible();
  await expect(page.getByText('This site is protected by reCAPTCHA')).toBeVisible();
  await page.getByRole('link', { name: 'Can’t sign in?' }).click();
  await expect(page.getByRole('heading', { name: 'Can’t sign in?' })).toBeVisible();
});

test('too many attempts say when to continue, without a button that would fail', async ({ page, stack }) => {
  await requestCode(page, anna);
  await addFault(stack, { method: 'POST', path: '/web/v1/account/one-time-code/verify', status: 429 });
  await codeField(page).fill(await readCode(stack, anna));
  const alert = page.getByRole('alert').filter({ hasText: 'Wait a few minutes' });
  await expect(alert).toBeVisible();
  await expect(alert.getByRole('button')).toHaveCount(0);
});

test('canceling at the provider is not an error', async ({ page }) => {
  await page.goto('/enter');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Sign-in was canceled.' })).toBeVisible();
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
});

test('a signed-in visitor sees the text of an error link on the profile, the device limit on Devices', async ({
  page,
  stack,
}) => {
  await signIn(page, stack, anna);
  await page.goto('/auth/verify');
  await expect(page.getByRole('alert').filter({ hasText: 'Email verification is no longer required.' })).toBeVisible();
  await expect(page).toHaveURL('/profile');
  await page.goto('/enter?error=ErrDevicesPerAccountLimitExceeded');
  await expect(page.getByRole('alert').filter({ hasText: 'Devices limit exceeded' })).toBeVisible();
  await expect(screenTitle(page, 'Devices')).toBeVisible();
});

test('a link for another account says who is signed in, and that it was not used', async ({ page, stack }) => {
  await signIn(page, stack, anna);
  await openUnusedLink(page, stack, free);
  const notice = page.getByRole('status').filter({ hasText: `You’re signed in as ${anna}` });
  await expect(notice).toContainText('we didn’t use it');
  await notice.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('a link in a hidden tab names its account, and changes other tabs, once the tab is visible', async ({
  page,
  context,
  stack,
}) => {
  await page.goto('/enter');
  const tab = await context.newPage();
  await tab.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  await tab.goto(`/profile?token=${await findPermanentToken(stack, free)}`);
  await expect(tab.getByRole('main')).toContainText(free);
  const toast = tab.getByText(`Signed in as ${free}`);
  await expect(toast).toHaveCount(0);
  await expect(page).toHaveURL('/enter');
  await tab.evaluate(() => {
    Reflect.deleteProperty(document, 'hidden');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(toast).toBeVisible();
  await expect(page).toHaveURL('/profile');
});

test('a link in a tab that stays hidden for long names its account, and leads on, once the tab is visible', async ({
  page,
  stack,
}) => {
  await page.clock.install();
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  await page.goto(`/enter?from=order/upgrade/&token=${await findPermanentToken(stack, free)}`, {
    waitUntil: 'networkidle',
  });
  await page.clock.runFor(10_000);
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'hidden');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page.getByText(`Signed in as ${free}`)).toBeVisible();
  await expect(page).toHaveURL('/profile');
  await page.clock.runFor(3_000);
  await page.waitForURL(`${stack.sandboxOrigin}/upgrade/`);
});

test('without sealed cookies, a name that the check of the session has hidden is shown again', async ({ page }) => {
  const stack = await startProcesses({ ...stackEnvironment, COOKIE_KEYS: '' });
  await page.clock.install();
  await page.goto(`${stack.origin}/profile?token=${await findPermanentToken(stack, free)}`);
  const toast = page.getByText(`Signed in as ${free}`);
  await expect(toast).toBeVisible();
  const read = page.waitForResponse(`**${calls.profile.path}?*`);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await (await read).finished();
  await expect(toast).toBeVisible();
  await page.clock.runFor(3_000);
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('account_unconfirmed=shown');
  await stack.close();
});

test('the first profile page names a link’s account once, also long after the link', async ({
  page,
  context,
  stack,
}) => {
  // Another site can stop the navigation that the link begins.
  await page.request.get(`/profile?token=${await findPermanentToken(stack, free)}`, {
    headers: { Accept: 'text/html' },
    maxRedirects: 0,
  });
  await context.clearCookies({ name: 'signed_in_by' });
  await page.goto('/profile?profile_section=DEVICES');
  const toast = page.getByText(`Signed in as ${free}`);
  await expect(toast).toBeVisible();
  const readMark = async () => (await context.cookies()).find(({ name }) => name === 'account_unconfirmed')?.value;
  await expect.poll(readMark).toBe('shown');
  await page.reload();
  await expect(screenTitle(page, 'Devices')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(toast).toHaveCount(0);
});

test('a second cookie, which another host has set, does not repeat the name of a link’s account', async ({
  page,
  context,
  stack,
}) => {
  const { hostname } = new URL(stack.origin);
  await context.addCookies([{ name: 'account_unconfirmed', value: '1', domain: hostname, path: '/profile' }]);
  await page.goto(`/profile?token=${await findPermanentToken(stack, free)}`);
  const toast = page.getByText(`Signed in as ${free}`);
  await expect(toast).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('account_unconfirmed=shown');
  expect(await page.evaluate(() => document.cookie)).toContain('account_unconfirmed=1');
  await page.reload();
  await expect(screenTitle(page, 'Account')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(toast).toHaveCount(0);
});

test('a cookie of another host that the page cannot replace does not repeat the name of a link’s account', async ({
  page,
  context,
  stack,
}) => {
  await signInByToken(page, stack, anna);
  const { hostname } = new URL(stack.origin);
  await context.addCookies([
    { name: 'account_unconfirmed', value: '1', domain: hostname, path: '/', httpOnly: true },
    { name: 'account_unconfirmed', value: '1', domain: hostname, path: '/profile' },
  ]);
  await page.clock.install();
  await page.goto('/profile');
  const toast = page.getByText(`Signed in as ${anna}`);
  await expect(toast).toBeVisible();
  await page.clock.runFor(5_000);
  await expect(toast).toHaveCount(0);
  await page.clock.runFor(5_000);
  await expect(toast).toHaveCount(0);
});

test('a second cookie, which another host has set, does not tell other tabs of a sign-in at each profile', async ({
  page,
  context,
  stack,
}) => {
  await signInByToken(page, stack, anna);
  await page.goto('/profile?profile_section=BILLING');
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toBeVisible();
  const { hostname } = new URL(stack.origin);
  await context.addCookies([{ name: 'signed_in_by', value: 'url', domain: hostname, path: '/profile' }]);
  const other = await context.newPage();
  const before = await listRequests(stack, calls.profile.path);
  await other.goto('/profile');
  await expect(screenTitle(other, 'Account')).toBeVisible();
  await other.waitForLoadState('networkidle');
  expect(await other.evaluate(() => document.cookie)).toContain('signed_in_by=url');
  await expect(question).toBeVisible();
  expect(await listRequests(stack, calls.profile.path)).toHaveLength(before.length + 1);
});

test('the sign-in page names the last method until “Not you?” forgets it', async ({ page, stack }) => {
  const hint = page.getByText('Last time, you signed in with a code we emailed you.');
  await page.goto('/enter');
  await expect(emailField(page)).toBeFocused();
  await expect(hint).toHaveCount(0);
  await signInByForm(page, stack, anna);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(hint).toBeVisible();
  await page.getByRole('button', { name: 'Not you?' }).click();
  await expect(hint).toHaveCount(0);
  await page.reload();
  await expect(emailField(page)).toBeVisible();
  await expect(hint).toHaveCount(0);
});

test('a social sign-in is named as the last method', async ({ page }) => {
  await page.goto('/enter');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.locator('form[action="/oauth/google"] button').first().click();
  await expect(screenTitle(page, 'Account')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Last time, you signed in with Google.')).toBeVisible();
});

test('an account code is found in a pasted text, whatever its spaces, dashes and case', async ({
  page,
  context,
  stack,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const accounts: { email: string; accountCode: string }[] = await (
    await fetch(`${stack.sandboxOrigin}/sandbox/accounts`)
  ).json();
  const code = accounts.find(({ email }) => email === anna)?.accountCode ?? '';
  const grouped = (code.match(/.{1,4}/g) ?? []).join('-').toLowerCase();
  await page.goto('/enter/account-code');
  const field = page.getByLabel('Have an account code?');
  await expect(field).toHaveAttribute('autocomplete', 'off');
  await page.evaluate((text) => navigator.clipboard.writeText(text), `Your account code is ${grouped}. Keep it safe.`);
  await field.press('ControlOrMeta+v');
  await expect(field).toHaveValue(code);
  await field.fill(grouped.replaceAll('-', ' '));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toContainText(anna);
});
