import { advanceClock } from './support/accounts.ts';
import { addFault, clearFaults, fromGateway } from './support/faults.ts';
import { holdRequests } from './support/hold-requests.ts';
import { readCode } from './support/mails.ts';
import { pressDeliberately } from './support/press-deliberately.ts';
import { screenTitle } from './support/screen-title.ts';
import { codeField, emailField, otherThan, requestCode, signIn, signInByForm } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { waitForFiles } from './support/wait-for-files.ts';

const anna = 'anna.lindqvist@example.com';

test.use({
  expectedConsole: [/status of (400|401|403|429|50\d)|ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_BLOCKED/],
});

test('losing the network before the form is used keeps the form', async ({ page, context }) => {
  await page.goto('/enter', { waitUntil: 'networkidle' });
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/'));
  await emailField(page).click();
  await failed;
  await page.keyboard.type('anna@');
  await page.keyboard.press('Enter');
  await expect(emailField(page)).toHaveAccessibleDescription('Email is invalid');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('offline, the code stays and is sent once the network is back', async ({ page, context, stack }) => {
  await requestCode(page, anna);
  const code = await readCode(stack, anna);
  await context.setOffline(true);
  await codeField(page).fill(code);
  await expect(page.getByRole('alert').filter({ hasText: 'You seem to be offline.' })).toBeVisible();
  await expect(codeField(page)).toHaveValue(code);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('main')).toContainText('Power User');
});

test('another language leaves the focus where it is beside an invalid code', async ({ page }) => {
  await requestCode(page, anna);
  await codeField(page).press('Enter');
  await expect(codeField(page)).toHaveAccessibleDescription('Enter all 6 digits');
  const language = page.getByRole('combobox', { name: 'Language' });
  await language.focus();
  await language.selectOption('de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('combobox')).toBeFocused();
});

test('the caret of the code blinks, but not with reduced motion', async ({ page }) => {
  await requestCode(page, anna);
  const animation = () =>
    page.locator('.code__cell.is-current').evaluate((cell) => getComputedStyle(cell, '::after').animationName);
  for (const [reducedMotion, name] of [
    ['no-preference', 'caret'],
    ['reduce', 'none'],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    expect(await animation(), reducedMotion).toBe(name);
  }
});

test('a digit that was missing is added to those that are there', async ({ page, stack }) => {
  await requestCode(page, anna);
  const code = await readCode(stack, anna);
  await codeField(page).pressSequentially(code.slice(0, 5));
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toHaveAccessibleDescription('Enter all 6 digits');
  await page.keyboard.type(code.slice(5));
  await expect(page.getByRole('main')).toContainText('Power User');
});

for (const nextStep of ['loaded', 'missing']) {
  test(`offline, half-typed text is not sent when the network is back: next step ${nextStep}`, async ({
    page,
    context,
  }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/one-time-code/request')) sent.push(request.postDataJSON().email);
    });
    await page.goto('/enter', { waitUntil: 'networkidle' });
    if (nextStep === 'loaded') {
      await emailField(page).fill('anna@example.com');
      await waitForFiles(page, [/\/assets\/code-step-/, /\/assets\/send-code-/]);
      await context.setOffline(true);
    } else {
      await context.setOffline(true);
      await emailField(page).fill('anna@example.com');
    }
    await emailField(page).press('Enter');
    const offline = page.getByRole('alert').filter({ hasText: 'You seem to be offline.' });
    await expect(offline).toContainText('we’ll try again for you');
    await emailField(page).pressSequentially('.u');
    await expect(offline).not.toContainText('we’ll try again for you');
    const before = sent.length;
    await context.setOffline(false);
    await page.waitForTimeout(500);
    expect(sent.slice(before)).toEqual([]);
    await emailField(page).pressSequentially('a');
    await emailField(page).press('Enter');
    await expect(codeField(page)).toBeVisible();
    expect(sent.slice(before)).toEqual(['anna@example.com.ua']);
  });
}

test('offline, a code that is pasted is not sent by itself when the network is back', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/enter/account-code', { waitUntil: 'networkidle' });
  const field = page.getByRole('textbox');
  await field.fill('SKR-11111111');
  await page.evaluate(() => navigator.clipboard.writeText('SKR-22222222'));
  await context.setOffline(true);
  await field.press('Enter');
  const offline = page.getByRole('alert').filter({ hasText: 'You seem to be offline.' });
  await expect(offline).toContainText('we’ll try again for you');
  await field.press('ControlOrMeta+V');
  await expect(field).toHaveValue('SKR22222222');
  await expect(offline).not.toContainText('we’ll try again for you');
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') sent++;
  });
  await context.setOffline(false);
  await page.waitForTimeout(500);
  expect(sent).toBe(0);
});

test('checking a code shows progress beside its field only, and Enter does not send it again', async ({
  page,
  stack,
}) => {
  await requestCode(page, anna);
  const held = await holdRequests(page, '**/web/v1/account/one-time-code/verify');
  await codeField(page).fill(await readCode(stack, anna));
  await held.arrived;
  await expect(page.getByRole('status').filter({ hasText: 'Checking the code…' })).toBeVisible();
  await expect(page.locator('.spinner, .skeleton')).toHaveCount(1);
  await page.keyboard.press('Enter');
  held.release();
  await expect(page.getByRole('main')).toContainText('Power User');
  expect(held.count()).toBe(1);
});

test('an expired code says so, typed or from the link, and one press requests a new one', async ({ page, stack }) => {
  await page.clock.install();
  await requestCode(page, anna);
  const expired = await readCode(stack, anna);
  await advanceClock(stack, 601);
  await codeField(page).fill(expired);
  const wrong = page.getByRole('alert').filter({ hasText: 'Wrong code. It has expired' });
  await expect(wrong).toBeVisible();
  await page.goto(`/enter?OTC_CODE=${expired}`);
  await expect(wrong).toBeVisible();
  await expect(codeField(page)).toHaveValue(expired);
  // A reload does not spend another attempt on the link's code.
  await page.reload();
  await expect(codeField(page)).toHaveValue('');
  await expect(wrong).toHaveCount(0);
  await page.clock.fastForward(60_000);
  await page.getByRole('button', { name: 'Resend email' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Code sent' })).toBeAttached();
  await codeField(page).fill(await readCode(stack, anna));
  await expect(page.getByRole('main')).toContainText('Power User');
});

for (const typed of ['12', ''])
  test(`while a new code is sent, what is typed stays, and a wrong code is removed: typed “${typed}”`, async ({
    page,
    stack,
  }) => {
    await page.clock.install();
    await requestCode(page, anna);
    const code = await readCode(stack, anna);
    await codeField(page).fill(otherThan(code));
    await expect(page.getByRole('alert').filter({ hasText: 'Wrong code' })).toBeVisible();
    await page.clock.fastForward(60_000);
    const held = await holdRequests(page, '**/one-time-code/request');
    await page.getByRole('button', { name: 'Resend email' }).click();
    await held.arrived;
    await codeField(page).click();
    if (typed) await codeField(page).fill(typed);
    held.release();
    await expect(page.getByRole('status').filter({ hasText: 'Code sent' })).toBeAttached();
    await expect(codeField(page)).toHaveValue(typed);
  });

test('a failed resend is retried only with its own button', async ({ page, stack }) => {
  await page.clock.install();
  await requestCode(page, anna);
  await page.clock.fastForward(60_000);
  const path = '/web/v1/account/one-time-code/';
  await addFault(stack, { method: 'POST', path: `${path}request`, status: 503 });
  await addFault(stack, { method: 'POST', path: `${path}verify`, status: 500, times: 1 });
  await codeField(page).fill(await readCode(stack, anna));
  const trouble = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
  await expect(trouble.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.getByRole('button', { name: 'Resend email' }).click();
  await expect(trouble).toHaveCount(1);
  await expect(trouble.getByRole('button')).toHaveCount(0);
  await clearFaults(stack);
  await page.getByRole('button', { name: 'Resend email' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Code sent' })).toBeAttached();
  await expect(trouble).toHaveCount(0);
});

test('after a resend, the page offers sign-in methods that need no email', async ({ page }) => {
  await page.clock.install();
  await requestCode(page, anna);
  const ways = page.getByRole('status').filter({ hasText: 'Still no email?' });
  await expect(ways).toHaveCount(0);
  await page.clock.fastForward(60_000);
  await page.getByRole('button', { name: 'Resend email' }).click();
  await expect(ways.getByRole('link', { name: 'account code' })).toHaveAttribute('href', '/enter/account-code');
  await page.getByRole('button', { name: 'Use another email' }).click();
  await expect(page.getByRole('link', { name: 'Continue with Google' })).toBeVisible();
});

test('the captcha loads when the form is first used, not before', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/enter', { waitUntil: 'networkidle' });
  expect(asked.filter((url) => url.includes('captcha'))).toEqual([]);
  // The field has the focus on arrival; only input counts.
  await page.keyboard.type('a');
  await expect.poll(() => asked.filter((url) => url.includes('captcha.js')).length).toBe(1);
});

test('a blocked captcha shows other sign-in methods, and signing in still works', async ({ page, stack }) => {
  await page.route('**/captcha.js*', (route) => route.abort());
  await page.goto('/enter');
  await emailField(page).fill(anna);
  const hint = page.getByRole('status').filter({ hasText: 'reCAPTCHA didn’t load' });
  await expect(hint.getByRole('link', { name: 'account code' })).toHaveAttribute('href', '/enter/account-code');
  await page.keyboard.press('Enter');
  await codeField(page).fill(await readCode(stack, anna));
  await expect(page.getByRole('main')).toContainText('Power User');
});

for (const [what, body] of [
  ['whose script never comes', null],
  ['that never responds', 'window.grecaptcha = { ready: (run) => run(), execute: () => new Promise(() => {}) };'],
] as const) {
  test(`a captcha ${what} delays the form by at most five seconds`, async ({ page }) => {
    await page.clock.install();
    await page.route('**/captcha.js*', async (route) => {
      if (body !== null) await route.fulfill({ contentType: 'text/javascript', body });
    });
    await page.goto('/enter');
    await emailField(page).fill(anna);
    const asked = page.waitForRequest('**/web/v1/account/one-time-code/request');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Sending the code…' })).toBeVisible();
    // The timeout starts once its chunk is loaded.
    await expect(async () => {
      await page.clock.runFor(5_000);
      await expect(codeField(page)).toBeVisible({ timeout: 500 });
    }).toPass();
    expect((await asked).postDataJSON()).toMatchObject({ recaptcha_token: '' });
    await expect(page.getByRole('status').filter({ hasText: 'reCAPTCHA didn’t load' })).toBeVisible();
  });
}

test('a refused profile ends the session and opens the sign-in page', async ({ page, stack }) => {
  await signInByForm(page, stack, anna);
  await addFault(stack, { method: 'GET', path: '/web/v1/profile', status: 403, body: { code: 7, message: 'no' } });
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'You were signed out. Please sign in again.' })).toBeVisible();
  expect(await (await page.request.get('/session')).json()).toMatchObject({ signedIn: false });
});

test('a refusal that reaches the page after another tab has signed in ends nothing', async ({ page, stack }) => {
  await signInByForm(page, stack, anna);
  // As the gateway answers requests of a session that a new one has replaced.
  const refused = { ...fromGateway, status: 401, json: { code: 16, message: 'Session has ended', details: [] } };
  await page.route('**/web/v1/profile*', (route) => route.fulfill(refused), { times: 1 });
  const again = page.waitForResponse((response) => response.url().includes('/web/v1/profile') && response.ok());
  await page.reload();
  await again;
  await expect(page.getByRole('main')).toContainText(anna);
  expect(await (await page.request.get('/session')).json()).toMatchObject({ signedIn: true });
});

test('a second refusal that was on its way while another tab signed in ends nothing', async ({
  page,
  context,
  stack,
}) => {
  await signInByForm(page, stack, anna);
  const other = await context.newPage();
  await other.goto('/enter/help');
  const refused = { ...fromGateway, status: 401, json: { code: 16, message: 'Session has ended', details: [] } };
  let refusals = 0;
  await page.route('**/web/v1/profile*', async (route) => {
    refusals += 1;
    if (refusals > 2) return route.continue();
    if (refusals === 2) await other.evaluate(() => new BroadcastChannel('session').postMessage({ signedIn: null }));
    // Until the message has arrived.
    if (refusals === 2) await page.waitForTimeout(300);
    return route.fulfill(refused);
  });
  const again = page.waitForResponse((response) => response.url().includes('/web/v1/profile') && response.ok());
  await page.reload();
  await again;
  await expect(page.getByRole('main')).toContainText(anna);
  expect(await (await page.request.get('/session')).json()).toMatchObject({ signedIn: true });
});

test('a session ended by the server leads to the sign-in page and back to the same place', async ({ page, stack }) => {
  await signInByForm(page, stack, anna);
  await fetch(`${stack.sandboxOrigin}/sandbox/expire`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh: 'refuse' }),
  });
  await page.goto('/profile?profile_section=ACCOUNT');
  await expect(page.getByRole('alert').filter({ hasText: 'You were signed out. Please sign in again.' })).toBeVisible();
  await emailField(page).fill(anna);
  await page.keyboard.press('Enter');
  // The new email exists once the step is shown.
  await expect(codeField(page)).toBeVisible();
  await codeField(page).fill(await readCode(stack, anna));
  await expect(page).toHaveURL(/profile_section=ACCOUNT/);
  // What the address says is no longer true, neither on the way back nor from the history.
  await page.goBack();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('main')).toContainText(anna);
  await expect(page.getByText('You were signed out')).toHaveCount(0);
  await page.goto('/enter?error=SIGNED_OUT');
  await expect(page.getByRole('main')).toContainText(anna);
  await expect(page.getByText('You were signed out')).toHaveCount(0);
});

test('a session ended by the server is shown in all tabs, which return to the same place', async ({
  page,
  context,
  stack,
}) => {
  await signInByForm(page, stack, anna);
  const other = await context.newPage();
  await other.goto('/profile?profile_section=DEVICES');
  await expect(screenTitle(other, 'Devices')).toBeVisible();
  await fetch(`${stack.sandboxOrigin}/sandbox/expire`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh: 'refuse' }),
  });
  await page.reload();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/enter?error=SIGNED_OUT');
    await expect(
      tab.getByRole('alert').filter({ hasText: 'You were signed out. Please sign in again.' }),
    ).toBeVisible();
  }
  await emailField(page).fill(anna);
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toBeVisible();
  await codeField(page).fill(await readCode(stack, anna));
  await expect(screenTitle(page, 'Account')).toBeVisible();
  await expect(other).toHaveURL('/profile?profile_section=DEVICES');
  await expect(screenTitle(other, 'Devices')).toBeVisible();
});

test('a deleted account can be restored after signing in again', async ({ page, stack }) => {
  await signInByForm(page, stack, anna);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText(anna);
  await pressDeliberately(dialog.getByRole('button', { name: 'Delete account' }));
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Your account has been deleted' })).toBeVisible();

  await emailField(page).fill(anna);
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toBeVisible();
  await codeField(page).fill(await readCode(stack, anna));
  const restore = page.getByRole('dialog', { name: 'Wait a minute...' });
  await expect(restore).toBeVisible();
  await page.keyboard.press('Escape');
  await pressDeliberately(restore.getByRole('button', { name: 'Restore account' }));
  await expect(page.getByRole('main')).toContainText('Power User');
});

test('the restore dialog survives a reload and does not reappear on Back', async ({ page, stack }) => {
  await page.goto('/auth/already-used');
  await signIn(page, stack, 'marked@example.com');
  await page.goto('/profile');
  const restore = page.getByRole('dialog', { name: 'Wait a minute...' });
  await expect(restore).toBeVisible();
  await page.reload();
  await pressDeliberately(restore.getByRole('button', { name: 'Restore account' }));
  await expect(screenTitle(page, 'Account')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/auth/already-used');
});

for (const [choice, heading] of [
  ['Restore account', 'Account'],
  ['Try other credentials', 'Sign in'],
] as const) {
  test(`“${choice}” in one tab closes the dialog in the other`, async ({ page, context, stack }) => {
    await signIn(page, stack, 'marked@example.com');
    const other = await context.newPage();
    const question = { name: 'Wait a minute...' };
    for (const tab of [page, other]) {
      await tab.goto('/profile');
      await expect(tab.getByRole('dialog', question)).toBeVisible();
    }
    await pressDeliberately(page.getByRole('button', { name: choice }));
    await expect(screenTitle(other, heading)).toBeVisible();
    await expect(other.getByRole('dialog', question)).toHaveCount(0);
  });
}

test('trying other credentials signs the deleted account out', async ({ page, stack }) => {
  await signInByForm(page, stack, anna);
  await page.goto('/enter/restore');
  await pressDeliberately(page.getByRole('button', { name: 'Try other credentials' }));
  await expect(page).toHaveURL(/\/enter$/);
  expect(await (await page.request.get('/session')).json()).toMatchObject({ signedIn: false });
});

test('a cookie of another host does not make the page say that cookies are blocked', async ({
  page,
  context,
  stack,
}) => {
  await context.addCookies([{ name: 'cookie_test', value: '0', url: stack.origin, httpOnly: true }]);
  await signInByForm(page, stack, anna);
});
