import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stack, startStack } from '../support/stack.ts';
import { startBrowser } from './support/browser.ts';

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  stack = await startStack();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await stack.close();
});

test('“open signed in” replaces the session of another account', async () => {
  const page = await browser.newPage();
  const openAs = async (email: string) => {
    await page.goto(stack.sandboxOrigin);
    const account = page.getByRole('listitem').filter({ has: page.getByText(email, { exact: true }) });
    await account.getByRole('link', { name: 'Open signed in' }).click();
    await page.waitForURL(`${stack.origin}/profile`);
    return await page.evaluate(async () => (await (await fetch('/web/v1/profile')).json()).profile.email);
  };
  expect(await openAs('anna.lindqvist@example.com')).toBe('anna.lindqvist@example.com');
  expect(await openAs('app-store@example.com')).toBe('app-store@example.com');
  expect(page.url()).not.toContain('token');
  await page.close();
});
