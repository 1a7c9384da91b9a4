import { expect, type Locator, type Page } from '@playwright/test';
import type { ProcessStack } from '../../support/built-stack.ts';
import { findPermanentToken } from './accounts.ts';
import { readCode } from './mails.ts';
import { screenTitle } from './screen-title.ts';

const post = (page: Page, stack: ProcessStack, path: string, data: object) =>
  page.request.post(`${stack.origin}/web/v1/account/${path}`, {
    data,
    headers: { origin: stack.origin, 'sec-fetch-site': 'same-origin' },
  });

/** The default: by one-time code, without the pages. An unknown email gets an account. */
export async function signIn(page: Page, stack: ProcessStack, email: string): Promise<void> {
  const call = async (path: string, data: object) => {
    const response = await post(page, stack, `one-time-code/${path}`, {
      email,
      recaptcha_token: '',
      recaptcha_site_key: '',
      ...data,
    });
    expect(response.ok(), `${path}: ${response.status()}`).toBe(true);
  };
  await call('request', { analytics: {} });
  await call('verify', { code: await readCode(stack, email) });
}

/** For tests that sign in many times: one call and no mail, but only for the sandbox's ready-made accounts. */
export async function signInByToken(page: Page, stack: ProcessStack, email: string): Promise<void> {
  const response = await post(page, stack, 'sign-in/perm-token', {
    perm_token: await findPermanentToken(stack, email),
  });
  expect(response.ok(), `signing in as ${email}: ${response.status()}`).toBe(true);
  // As after a sign-in by form: the profile does not name the account in a toast.
  await page.context().clearCookies({ name: 'account_unconfirmed' });
}

/** For tests of what follows a sign-in on the page: goes through both steps and ends at the account section. */
export async function signInByForm(page: Page, stack: ProcessStack, email: string): Promise<void> {
  await requestCode(page, email);
  await codeField(page).fill(await readCode(stack, email));
  await expect(screenTitle(page, 'Account')).toBeVisible();
}

/** For tests of the code step: submits the email form and ends there. */
export async function requestCode(page: Page, email: string): Promise<void> {
  await page.goto('/enter');
  await emailField(page).fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(codeField(page)).toBeVisible();
}

export const emailField = (page: Page): Locator => page.getByLabel('Email', { exact: true });
export const codeField = (page: Page): Locator => page.getByLabel('6-digit code');

/** A code that differs from the sent one. */
export const otherThan = (code: string): string => (code === '111111' ? '222222' : '111111');
