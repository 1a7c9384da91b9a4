import type { Page } from '@playwright/test';
import type { ProcessStack } from '../support/processes.ts';
import { signIn } from './screens.ts';
import { expect, test } from './support/test.ts';

async function open(page: Page, stack: ProcessStack, email: string): Promise<void> {
  await signIn(page, stack, email);
  await page.goto('/profile?profile_section=REFERAL');
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const lights = (page: Page) => page.locator('.light');

test('the link can be copied and shared on two networks', async ({ page, stack, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, stack, 'anna.lindqvist@example.com');
  await expect(page.getByRole('heading', { name: 'Refer a friend' })).toBeVisible();
  const link = await page.getByRole('textbox', { name: 'Your referral link' }).inputValue();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  for (const network of ['Facebook', 'X']) {
    const href = await page.getByRole('link', { name: `Share on ${network}`, exact: true }).getAttribute('href');
    expect([...new URL(href ?? '').searchParams.values()]).toContain(link);
  }
  await expect(page.getByRole('heading', { name: 'How program works' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Learn more' })).toBeVisible();
});

test('with 4 friends invited the page shows one more invite', async ({ page, stack }) => {
  await open(page, stack, 'referral-active-4@example.com');
  await expect(page.getByText('One more invite available', { exact: true })).toBeVisible();
  await expect(lights(page)).toHaveText([/20%/, /30%/, /50%/, /70%/, /90%/]);
  await expect(lights(page).filter({ hasText: 'reached' })).toHaveCount(4);
});

test('an active account without invites left sees the affiliate program', async ({ page, stack }) => {
  await open(page, stack, 'referral-active-5@example.com');
  await expect(page.getByText('You’ve used all 5 invites')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Affiliate program' })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

test('a new account without invites left is congratulated and can upgrade', async ({ page, stack }) => {
  await open(page, stack, 'referral-new-5@example.com');
  await expect(page.getByText('Congratulations! You’ve used all 5 invites')).toBeVisible();
  await expect(page.getByText('Your 90% discount is waiting for your first payment.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upgrade', exact: true })).toBeVisible();
});

test('an account without a referral section is sent to the account section', async ({ page, stack }) => {
  await signIn(page, stack, 'setapp@example.com');
  await page.goto('/profile?profile_section=REFERAL');
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Referral' })).toHaveCount(0);
});
