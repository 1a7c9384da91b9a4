import type { BrowserContext, Page } from '@playwright/test';
import type { ProcessStack } from '../../support/built-stack.ts';
import { prepareSetup, returnPath } from './bank-setup.ts';
import { enterCard } from './card-form.ts';
import { holdRequests } from './hold-requests.ts';
import { listRequests } from './list-requests.ts';
import { signIn, signInByForm } from './sign-in.ts';
import { expect } from './test.ts';

export const email = 'active-card@example.com';
export const updatePath = '/web/v1/store/chargebee/subscription/update-payment';

/** The user is back from the bank, and the profile waits until it is released. */
export async function returnBeforeProfile(page: Page, stack: ProcessStack, status = 'succeeded') {
  await signIn(page, stack, email);
  const setup = await prepareSetup(page, stack, 'complete');
  const profile = await holdRequests(page, '**/web/v1/profile*');
  await page.goto(returnPath(setup, status));
  return { profile, setup };
}

export async function enterCardInOtherTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto('/profile?profile_section=BILLING');
  await tab.getByRole('button', { name: 'Change payment method' }).click();
  await enterCard(tab, '4242 4242 4242 4242');
  return tab;
}

export async function signInGraceInOtherTab(context: BrowserContext, stack: ProcessStack): Promise<void> {
  const tab = await context.newPage();
  await tab.goto('/profile');
  await tab.getByRole('button', { name: 'Sign out' }).click();
  await expect(tab).toHaveURL(/\/enter/);
  await signInByForm(tab, stack, 'grace@example.com');
}

/** Another tab saves a card while this one waits for its profile. */
export async function expectLaterCardStays(
  page: Page,
  stack: ProcessStack,
  other: Page,
  profile: { release(): void },
): Promise<void> {
  await other.getByRole('button', { name: 'Save card' }).click();
  await expect(other.getByText('Payment method changed successfully')).toBeVisible();
  profile.release();
  await expect(page.getByRole('main')).toContainText('Visa •••• 4242');
  await page.waitForLoadState('networkidle');
  expect(await listRequests(stack, updatePath)).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole('main')).toContainText('Visa •••• 4242');
}
