import type { Page } from '@playwright/test';
import { locales } from '#shared/locale.ts';
import type { ProcessStack } from '../support/built-stack.ts';
import { openUnusedLink } from './support/accounts.ts';
import { changeLanguage } from './support/change-language.ts';
import { checkClippedTexts } from './support/check-page.ts';
import { requestChangeLink } from './support/email-change.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** 60 characters without a place to break. */
const long = `${'anna'.repeat(12)}@example.com`;
const anna = 'anna.lindqvist@example.com';

interface Place {
  readonly name: string;
  open(page: Page, stack: ProcessStack): Promise<void>;
}

async function openDeleteDialog(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.locator('.btn--ghost-danger').click();
  await page.getByRole('dialog').waitFor();
}

async function openNotice(page: Page, stack: ProcessStack): Promise<void> {
  await openUnusedLink(page, stack, anna);
  await page.locator('.banner--info').waitFor();
}

/** Every screen that shows an email. */
const places: readonly Place[] = [
  {
    name: 'the code step',
    async open(page) {
      await page.goto('/enter');
      await page.locator('input[type=email]').fill(long);
      await page.keyboard.press('Enter');
      await page.locator('[autocomplete="one-time-code"]').waitFor();
    },
  },
  { name: 'an email that is used', open: async (page) => void (await page.goto(`/auth/already-used?email=${long}`)) },
  {
    name: 'the account',
    async open(page, stack) {
      await signIn(page, stack, long);
      await page.goto('/profile');
    },
  },
  {
    name: 'a link that was not used',
    async open(page, stack) {
      await signIn(page, stack, long);
      await openNotice(page, stack);
    },
  },
  {
    name: 'the delete dialog',
    async open(page, stack) {
      await signIn(page, stack, long);
      await openDeleteDialog(page);
    },
  },
  {
    name: 'the newsletter',
    async open(page, stack) {
      await signIn(page, stack, long);
      await page.goto('/email/subscription-confirmed');
    },
  },
  {
    name: 'the code of an email change',
    async open(page, stack) {
      await page.goto(await requestChangeLink(page, stack, anna));
      await page.locator('input[type=email]').fill(long);
      await page.keyboard.press('Enter');
      await page.locator('[autocomplete="one-time-code"]').waitFor();
    },
  },
];

for (const { name, open } of places) {
  test(`${name} shows an email of 60 characters in full, in every language on narrow phones`, async ({
    page,
    stack,
  }) => {
    expect(long).toHaveLength(60);
    await page.setViewportSize({ width: 320, height: 800 });
    await open(page, stack);
    for (const locale of locales) {
      await changeLanguage(page, locale);
      await expect(page.locator('main, dialog').filter({ hasText: long }).first()).toBeVisible();
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await checkClippedTexts(page, `${locale}, ${width} px`);
      }
    }
  });
}
