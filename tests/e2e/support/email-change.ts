import { expect, type Page } from '@playwright/test';
import type { ProcessStack } from '../../support/built-stack.ts';
import { readLink } from './mails.ts';
import { signIn } from './sign-in.ts';

/** Signs in and requests the change-email link, as the profile page does. */
export async function requestChangeLink(page: Page, stack: ProcessStack, email: string): Promise<string> {
  await signIn(page, stack, email);
  const response = await page.request.post('/web/v1/account/email/request', {
    headers: { origin: stack.origin, 'sec-fetch-site': 'same-origin' },
  });
  expect(response.ok()).toBe(true);
  return readLink(stack, email);
}
