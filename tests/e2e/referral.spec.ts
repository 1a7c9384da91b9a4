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

for (const [email, reached, words] of [
  ['referral-active-0@example.com', 0, '5 more invites available'],
  ['referral-active-3@example.com', 3, '2 more invites available'],
  ['referral-active-4@example.com', 4, 'One more invite available'],
  ['referral-new-3@example.com', 3, '2 more invites available'],
] as const) {
  test(`with ${reached} friends invited ${email} has “${words}”`, async ({ page, stack }) => {
    await open(page, stack, email);
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await expect(lights(page)).toHaveText([/20%/, /30%/, /50%/, /70%/, /90%/]);
    await expect(lights(page).filter({ hasText: 'reached' })).toHaveCount(reached);
  });
}

test('who has used every invite is shown the affiliate program', async ({ page, stack }) => {
  await open(page, stack, 'referral-active-5@example.com');
  await expect(page.getByText('All 5 invites are used')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Affiliate program' })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

test('a new account that has used every invite is congratulated and may upgrade', async ({ page, stack }) => {
  await open(page, stack, 'referral-new-5@example.com');
  await expect(page.getByText('Congratulations! You’ve used all 5 invites')).toBeVisible();
  await expect(page.getByText('Your 90% discount is waiting for your first payment.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upgrade', exact: true })).toBeVisible();
});

for (const email of ['setapp@example.com', 'guest@example.com', '7f3c9a@anonymous.skerry.example']) {
  test(`${email} has no referral section, and its address shows the account`, async ({ page, stack }) => {
    const accounts: { email: string; permanentToken: string }[] = await (
      await fetch(`${stack.sandboxOrigin}/sandbox/accounts`)
    ).json();
    const token = accounts.find((account) => account.email === email)?.permanentToken ?? '';
    await page.goto(`/profile?profile_section=REFERAL&permanent_access_token=${encodeURIComponent(token)}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Referral' })).toHaveCount(0);
  });
}

for (const [locale, words] of [
  ['uk', 'Доступно ще 5 запрошень'],
  ['de', 'Noch 5 Einladungen verfügbar'],
  ['fr', 'Encore 5 invitations disponibles'],
  ['es', 'Quedan 5 invitaciones disponibles'],
  ['pt', 'Mais 5 convites disponíveis'],
] as const) {
  test(`the number of invites is worded in ${locale}`, async ({ page, stack }) => {
    await page.context().addCookies([{ name: 'locale', value: locale, url: stack.origin }]);
    await open(page, stack, 'referral-active-0@example.com');
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  });
}
