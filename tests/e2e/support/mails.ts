import { expect } from '@playwright/test';
import type { ProcessStack } from '../../support/built-stack.ts';

type Mail = Readonly<Record<'code' | 'link', string | null>>;

/** Waits for the newest code that the sandbox sent to an address. */
export const readCode = (stack: ProcessStack, email: string): Promise<string> =>
  readNewest('code', /^\d{6}$/, stack, email);

/** Waits for the newest link that the sandbox sent to an address. */
export const readLink = (stack: ProcessStack, email: string): Promise<string> => readNewest('link', /./, stack, email);

async function readNewest(part: keyof Mail, shape: RegExp, stack: ProcessStack, email: string): Promise<string> {
  let found = '';
  await expect(async () => {
    const response = await fetch(`${stack.sandboxOrigin}/sandbox/messages?email=${encodeURIComponent(email)}`);
    const mails: Mail[] = await response.json();
    found = mails.find((mail) => mail[part])?.[part] ?? '';
    expect(found).toMatch(shape);
  }).toPass({ timeout: 15_000 });
  return found;
}
