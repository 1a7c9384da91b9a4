import type { Page } from '@playwright/test';
import type { ProcessStack } from '../../support/built-stack.ts';

/** One of the sandbox's ready-made accounts. */
async function findAccount(stack: ProcessStack, email: string) {
  const response = await fetch(`${stack.sandboxOrigin}/sandbox/accounts`);
  const accounts: { email: string; permanentToken: string; accountCode: string | null }[] = await response.json();
  const account = accounts.find((candidate) => candidate.email === email);
  if (!account) throw new Error(`the sandbox has no account ${email}`);
  return account;
}

export const findPermanentToken = async (stack: ProcessStack, email: string): Promise<string> =>
  (await findAccount(stack, email)).permanentToken;

export const findAccountCode = async (stack: ProcessStack, email: string): Promise<string> =>
  (await findAccount(stack, email)).accountCode ?? '';

/** A query with a token pair, as another of our sites hands it over. */
export async function createPair(stack: ProcessStack, email: string): Promise<string> {
  const response = await fetch(`${stack.sandboxOrigin}/web/v1/account/sign-in/perm-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ perm_token: await findPermanentToken(stack, email) }),
  });
  const { access_token, refresh_token }: Record<string, string> = await response.json();
  return new URLSearchParams({ access_token: access_token ?? '', refresh_token: refresh_token ?? '' }).toString();
}

/** Whether the browser has a session. */
export async function isSignedIn(page: Page, stack: ProcessStack): Promise<boolean> {
  const response = await page.request.get(`${stack.origin}/session`);
  return (await response.json()).signedIn;
}

/** Advances the sandbox's clock. */
export const advanceClock = (stack: ProcessStack, advanceSeconds: number) =>
  fetch(`${stack.sandboxOrigin}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds }),
  });

/**
 * Opens a link with credentials in a browser that has a session: the gateway keeps the session and says so by a cookie.
 */
export async function openUnusedLink(page: Page, stack: ProcessStack, email: string): Promise<void> {
  await page.context().addCookies([{ name: 'signed_in_by', value: 'kept', url: stack.origin }]);
  await page.goto(`/profile?token=${await findPermanentToken(stack, email)}`);
}
