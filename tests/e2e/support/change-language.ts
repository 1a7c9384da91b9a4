import { expect, type Page } from '@playwright/test';
import type { Locale } from '#shared/locale.ts';

/** Chooses a language in the header's list, without a reload, also below a dialog or in a closed menu. */
export async function changeLanguage(page: Page, locale: Locale): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 844 };
  // The list is in the header only on wide screens.
  await page.setViewportSize({ ...before, width: 1280 });
  const list = page.locator('select', { has: page.locator(`option[lang=${locale}]`) }).first();
  await list.evaluate((select: HTMLSelectElement, value) => {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }, locale);
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  await page.setViewportSize(before);
}
