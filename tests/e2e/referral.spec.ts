import type { Page } from '@playwright/test';
import type { ProcessStack } from '../support/built-stack.ts';
import { expectNoSidewaysScrolling } from './support/check-page.ts';
import { screenTitle } from './support/screen-title.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

async function open(page: Page, stack: ProcessStack, email: string): Promise<void> {
  await signIn(page, stack, email);
  await page.goto('/profile?profile_section=REFERAL');
  await screenTitle(page).waitFor();
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

for (const locale of ['uk', 'de', 'fr', 'es', 'pt'])
  test(`on a phone with 200 % text, the page in ${locale} does not scroll sideways`, async ({ page, stack }) => {
    await page.context().addCookies([{ name: 'locale', value: locale, url: stack.origin }]);
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, stack, 'anna.lindqvist@example.com');
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expectNoSidewaysScrolling(page, '200 % text');
  });

test('a link that the browser does not copy is selected, with a notice', async ({ page, stack }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await open(page, stack, 'anna.lindqvist@example.com');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your browser didn’t allow copying.' })).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Your referral link' });
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(await field.inputValue());
});

test('the link can be shared by email and by the device’s share sheet', async ({ page, stack }) => {
  await page.addInitScript(() => {
    navigator.share = async (data) => {
      document.documentElement.dataset.shared = data?.url ?? '';
    };
  });
  await open(page, stack, 'anna.lindqvist@example.com');
  const link = await page.getByRole('textbox', { name: 'Your referral link' }).inputValue();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-shared', link);
  const email = new URL((await page.getByRole('link', { name: 'Share by email' }).getAttribute('href')) ?? '');
  expect(email.protocol).toBe('mailto:');
  expect(email.searchParams.get('body')).toContain(link);
});

test('the current discount says which payment it applies to', async ({ page, stack }) => {
  await open(page, stack, 'referral-active-3@example.com');
  await expect(page.getByRole('heading', { name: 'Your discount now: 50%' })).toBeVisible();
  await expect(page.getByText('The discount applies to your next payment.')).toBeVisible();
  await open(page, stack, 'referral-new-0@example.com');
  await expect(page.getByRole('heading', { name: 'Your discount now: 0%' })).toBeVisible();
  await expect(page.getByText('The first friend who signs up and pays gets you 20% off.')).toBeVisible();
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
  // Nothing asks for another friend.
  await expect(page.getByText('How program works')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Learn more' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Affiliate program' })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(lights(page)).toHaveCount(0);
});

test('a new account without invites left is congratulated and can upgrade', async ({ page, stack }) => {
  await open(page, stack, 'referral-new-5@example.com');
  await expect(page.getByText('Congratulations! You’ve used all 5 invites')).toBeVisible();
  await expect(page.getByText('Your 90% discount is waiting for your first payment.')).toBeVisible();
  await expect(lights(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Upgrade', exact: true }).click();
  await page.waitForURL(`${stack.sandboxOrigin}/checkout/**`);
  await expect(page.getByText('referral-new-5@example.com')).toBeVisible();
});

test('at the highest discount billing promises no more', async ({ page, stack }) => {
  await signIn(page, stack, 'referral-new-5@example.com');
  await page.goto('/profile?profile_section=BILLING');
  await expect(page.getByText('Your reward for inviting friends: 90% off')).toBeVisible();
  await expect(page.getByText('It grows with every friend who signs up and pays.')).toHaveCount(0);
});

test('an account without a referral section is sent to the account section', async ({ page, stack }) => {
  await signIn(page, stack, 'setapp@example.com');
  await page.goto('/profile?profile_section=REFERAL');
  await expect(screenTitle(page, 'Account')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Referral' })).toHaveCount(0);
});
