import { expect, type Page } from '@playwright/test';
import type { ProcessStack } from '../../support/processes.ts';
import { signIn } from '../screens.ts';
import { readLink } from './accounts.ts';

/** Signs in and asks for the link that begins a change of the e-mail, as the profile page does. */
export async function askForLink(page: Page, stack: ProcessStack, email: string): Promise<string> {
  await signIn(page, stack, email);
  const answer = await page.request.post('/web/v1/account/email/request', {
    headers: { origin: stack.origin, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.ok()).toBe(true);
  return readLink(stack, email);
}
