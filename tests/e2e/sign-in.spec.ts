import { readCountdownEnd } from './support/countdown.ts';
import { addFault } from './support/faults.ts';
import { holdRequests } from './support/hold-requests.ts';
import { readCode } from './support/mails.ts';
import { screenTitle } from './support/screen-title.ts';
import { codeField, emailField, otherThan, requestCode, signInByForm } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const anna = 'anna.lindqvist@example.com';

test('a visitor signs in with an emailed code and sees email, plan and account state', async ({ page, stack }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/enter$/);
  await expect(page).toHaveTitle('Sign in – Skerry VPN');
  await emailField(page).fill(anna);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText(`we sent to ${anna}`)).toBeVisible();
  await expect(page).toHaveTitle('Check your email – Skerry VPN');
  await codeField(page).fill(await readCode(stack, anna));

  await expect(page).toHaveURL(/\/profile$/);
  await expect(page).toHaveTitle('Account – Skerry VPN');
  const main = page.getByRole('main');
  await expect(main).toContainText(anna);
  await expect(main).toContainText('Power User');
  await expect(main).toContainText('Active');

  await page.reload();
  await expect(main).toContainText(anna);
});

test('signing in works by keyboard alone', async ({ page, stack }) => {
  await page.goto('/enter');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  while (!(await emailField(page).evaluate((field) => field === document.activeElement))) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type(anna);
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(await readCode(stack, anna));
  await expect(screenTitle(page, 'Account')).toBeFocused();
  const signOut = page.getByRole('button', { name: 'Sign out' });
  await page.keyboard.press('Home');
  for (let presses = 0; presses < 30; presses += 1) {
    if (await signOut.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press('Shift+Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('opens the originally requested page after signing in', async ({ page, stack }) => {
  await page.goto('/profile?profile_section=ACCOUNT#newsletter');
  await expect(page).toHaveURL(/\/enter$/);
  await emailField(page).fill(anna);
  await page.keyboard.press('Enter');
  await codeField(page).fill(await readCode(stack, anna));
  await expect(page).toHaveURL(/\/profile\?profile_section=ACCOUNT#newsletter$/);
  await expect(page.getByRole('main')).toContainText(anna);
});

test.describe('a wrong code', () => {
  test.use({ expectedConsole: [/status of 400/] });

  test('keeps focus, is selected, shows an error, and is not sent again until it changes', async ({ page, stack }) => {
    await requestCode(page, anna);
    const code = await readCode(stack, anna);
    let attempts = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/one-time-code/verify')) attempts += 1;
    });
    const field = codeField(page);
    await field.fill(otherThan(code));
    await expect(page.getByRole('alert').filter({ hasText: 'Wrong code' })).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(/^Wrong code\. Use the code from the latest email\./);
    await expect
      .poll(() => field.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]))
      .toEqual([0, 6]);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(attempts).toBe(1);

    await page.keyboard.type(code);
    await expect(page).toHaveURL(/\/profile$/);
    expect(attempts).toBe(2);
  });
});

test.describe('a code refused temporarily', () => {
  test.use({ expectedConsole: [/status of 500/] });

  test('is sent again when retyped, but not when the same code is pasted again', async ({ page, stack }) => {
    await requestCode(page, anna);
    const code = await readCode(stack, anna);
    let attempts = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/one-time-code/verify')) attempts += 1;
    });
    await addFault(stack, { method: 'POST', path: '/web/v1/account/one-time-code/verify', status: 500, times: 1 });
    const field = codeField(page);
    const paste = () =>
      field.evaluate((input, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', text);
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, code);
    await paste();
    await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();
    await paste();
    await expect(field).toHaveValue(code);
    expect(attempts).toBe(1);
    await field.press('Backspace');
    await expect(field).toHaveValue(code.slice(0, 5));
    await page.keyboard.type(code.slice(5));
    await expect(page).toHaveURL(/\/profile$/);
    expect(attempts).toBe(2);
  });
});

test('pasting an email text with a code in it signs in', async ({ page, stack, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await requestCode(page, anna);
  const code = await readCode(stack, anna);
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `Skerry VPN, 2026: your code is ${code.slice(0, 3)} ${code.slice(3)}. Questions? +46 70 123 45 67`,
  );
  await codeField(page).press('ControlOrMeta+v');
  await expect(page).toHaveURL(/\/profile$/);
});

test('an empty and a malformed email have different errors, on submit and on blur', async ({ page }) => {
  await page.goto('/enter');
  const field = emailField(page);
  const next = page.getByRole('button', { name: 'Continue', exact: true });
  await next.click();
  await expect(field).toHaveAccessibleDescription('Email is required');
  await expect(field).toBeFocused();
  await field.fill('anna@');
  await expect(field).not.toHaveAttribute('aria-invalid');
  await page.keyboard.press('Tab');
  await expect(field).toHaveAccessibleDescription('Email is invalid');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
});

test('tabbing through the empty field shows no error', async ({ page }) => {
  await page.goto('/enter');
  await emailField(page).focus();
  await page.keyboard.press('Tab');
  await expect(emailField(page)).not.toHaveAttribute('aria-invalid');
});

test('an error that appears on blur does not swallow the click that caused it', async ({ page }) => {
  await page.goto('/enter');
  await emailField(page).fill('anna@');
  await page.getByRole('link', { name: 'Have an account code?' }).click();
  await expect(page.getByRole('heading', { name: 'Come on in!' })).toBeVisible();
});

test('a slow profile is announced and shown as a skeleton', async ({ page, stack }) => {
  await signInByForm(page, stack, anna);
  const held = await holdRequests(page, '**/web/v1/profile*');
  await page.reload();
  await expect(page.locator('.skeleton')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading your account…' })).toBeAttached();
  held.release();
  await expect(page.getByRole('main')).toContainText(anna);
  await expect(page.locator('.skeleton')).toHaveCount(0);
});

test('the countdown survives a reload, and the email can be resent at its end', async ({ page, stack }) => {
  await page.clock.install();
  await requestCode(page, anna);
  const resend = page.getByRole('button', { name: /Resend email/ });
  await expect(resend).toHaveText(/Resend email\s*0:5\d/);
  await expect(resend).toHaveAttribute('aria-disabled', 'true');
  const end = await readCountdownEnd(resend);
  const first = await readCode(stack, anna);
  await page.clock.fastForward(20_000);
  await page.reload();
  await expect.poll(async () => Math.abs((await readCountdownEnd(resend)) - end)).toBeLessThan(2);
  await page.clock.fastForward(40_000);
  await expect(page.getByRole('status').filter({ hasText: 'You can resend the email now' })).toBeAttached();
  await resend.click();
  await expect(page.getByRole('status').filter({ hasText: 'Code sent' })).toBeAttached();
  await expect(resend).toHaveText(/Resend email\s*0:5\d/);
  await expect.poll(() => readCode(stack, anna)).not.toBe(first);
});

test('the link in the email signs in where the code was requested', async ({ page, context, stack }) => {
  await requestCode(page, anna);
  const code = await readCode(stack, anna);
  const opened = await context.newPage();
  await opened.goto(`/enter?OTC_CODE=${code}`);
  await expect(opened.getByRole('main')).toContainText('Power User');
  expect(opened.url()).not.toContain(code);
});

test('the link in the email asks for the address in another browser', async ({ page, browser, stack }) => {
  await requestCode(page, anna);
  const code = await readCode(stack, anna);
  const elsewhere = await browser.newPage({ baseURL: stack.origin });
  await elsewhere.goto(`/enter?OTC_CODE=${code}`);
  await expect(elsewhere.getByText('We’ll use the code from your link.')).toBeVisible();
  await expect(elsewhere).toHaveURL(/\/enter$/);
  await emailField(elsewhere).fill(anna);
  await elsewhere.keyboard.press('Enter');
  await expect(elsewhere.getByRole('main')).toContainText('Power User');
  await elsewhere.context().close();
});

test('an account code signs in; a short one and a wrong one have different errors', async ({ page, stack }) => {
  const accounts: { email: string; accountCode: string | null }[] = await (
    await fetch(`${stack.sandboxOrigin}/sandbox/accounts`)
  ).json();
  const { accountCode } = accounts.find(({ email }) => email === anna) ?? {};
  await page.goto('/enter/account-code');
  const field = page.getByLabel('Have an account code?');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(field).toHaveAccessibleDescription('This field is required');
  await field.fill('SKR-41');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription('Must be at least 8 characters long');
  await field.fill(accountCode ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toContainText(anna);
});

for (const [from, to] of [
  ['/enter/password', '/enter'],
  ['/enter/login?utm_source=mail', '/enter?utm_source=mail'],
  ['/enter/restore', '/enter?error=RESTORE_ACCOUNT'],
  ['/auth/verify', '/enter?error=DEPRECATED_EMAIL_VERIFY'],
  ['/account-termination', '/enter'],
  ['/nowhere/at-all', '/enter'],
] as const) {
  test(`${from} sends a visitor to ${to}`, async ({ page }) => {
    await page.goto(from);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeAttached();
    expect(page.url().replace(/^http:\/\/[^/]*/, '')).toBe(to);
  });
}

test('/enter/email opens the email form, whatever email was saved', async ({ page }) => {
  await requestCode(page, anna);
  await page.goto('/enter/email');
  await expect(emailField(page)).toBeVisible();
});

test('the logo of the sign-in page links to the marketing site', async ({ page, stack }) => {
  await page.goto('/enter');
  await expect(page.getByRole('banner').getByRole('link').first()).toHaveAttribute(
    'href',
    `${stack.sandboxOrigin}/site`,
  );
});

test('a code request carries the attribution values', async ({ page }) => {
  await page.goto('/enter?utm_source=letter&irclickid=42');
  await emailField(page).fill(anna);
  const asked = page.waitForRequest('**/web/v1/account/one-time-code/request');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  expect((await asked).postDataJSON()).toMatchObject({ analytics: { utm_source: 'letter', clickid: '42' } });
});
