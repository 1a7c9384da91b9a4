import { holdRequests } from './support/hold-requests.ts';
import { codeField, emailField, requestCode, signInByForm } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const anna = 'anna.lindqvist@example.com';

test('Back returns to the email with its input, Forward to the code, and neither sends another email', async ({
  page,
  stack,
}) => {
  await requestCode(page, anna);
  await page.goBack();
  await expect(emailField(page)).toHaveValue(anna);
  await page.goForward();
  await expect(codeField(page)).toBeVisible();
  await page.getByRole('button', { name: 'Use another email' }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(codeField(page)).toBeVisible();
  await page.reload();
  await expect(codeField(page)).toBeVisible();
  const mails = await (await fetch(`${stack.sandboxOrigin}/sandbox/messages?email=${anna}`)).json();
  expect(mails).toHaveLength(1);
});

test('a press while the code step is about to appear adds nothing to the history', async ({ page }) => {
  await page.goto('/enter');
  await emailField(page).fill(anna);
  await page.evaluate(() => {
    // Presses again as soon as that is possible.
    const press = () => document.querySelector<HTMLElement>('form [type=submit]:not([aria-disabled])')?.click();
    new MutationObserver(press).observe(document.body, { subtree: true, attributeFilter: ['aria-disabled'] });
  });
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(codeField(page)).toBeVisible();
  await page.goBack();
  await expect(emailField(page)).toHaveValue(anna);
});

test('a code that is sent after the user has gone to the account code leads nowhere', async ({ page }) => {
  const held = await holdRequests(page, '**/one-time-code/request');
  await page.goto('/enter');
  await emailField(page).fill(anna);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await held.arrived;
  await page.getByRole('link', { name: 'Have an account code?' }).click();
  const accountCode = page.getByRole('textbox');
  await accountCode.fill('1234');
  const responded = page.waitForResponse('**/one-time-code/request');
  held.release();
  await responded;
  await page.waitForTimeout(500);
  await expect(page).toHaveURL('/enter/account-code');
  await expect(accountCode).toHaveValue('1234');
  await page.goBack();
  await expect(emailField(page)).toHaveValue(anna);
  // It moves the button.
  await expect(page.getByRole('button', { name: 'Not you?' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(codeField(page)).toBeVisible();
  expect(held.count()).toBe(1);
});

test('Back after signing in does not show the form again', async ({ page, stack }) => {
  await signInByForm(page, stack, anna);
  await page.goBack();
  await expect(page.getByRole('main')).toContainText(anna);
  await expect(page).toHaveURL('/profile');
});

test('Back from the account code opens the email form, Forward an empty field', async ({ page }) => {
  await page.goto('/enter');
  await page.getByRole('link', { name: 'Have an account code?' }).click();
  const field = page.getByRole('textbox', { name: 'Have an account code?' });
  await field.fill('SKR-41');
  await page.goBack();
  await expect(emailField(page)).toBeVisible();
  await page.goForward();
  await expect(field).toHaveValue('');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Come on in!' })).toBeVisible();
});
