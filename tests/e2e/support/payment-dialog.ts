import type { Page } from '@playwright/test';
import { expect } from './test.ts';

export const dialog = (page: Page) => page.getByRole('dialog');
export const alert = (page: Page) => dialog(page).getByRole('alert');
export const saveButton = (page: Page) => dialog(page).getByRole('button', { name: 'Save card' });

export async function openDialog(page: Page): Promise<void> {
  await page.goto('/profile?profile_section=BILLING');
  await page.getByRole('button', { name: 'Change payment method' }).click();
  await expect(dialog(page)).toBeVisible();
}

/**
 * Saves and waits for the confirmation after the reload. The bank or a wallet hides the dialog, so a hidden dialog
 * proves nothing yet.
 */
export async function expectSaved(page: Page, save: () => Promise<unknown>, title: string): Promise<void> {
  const toast = page.getByRole('status').filter({ hasText: 'Payment method changed successfully' });
  await Promise.all([page.waitForEvent('load'), toast.waitFor(), save()]);
  await expect(page.getByRole('main').locator('.list-row__title').first()).toHaveText(title);
  await expect(page.locator('dialog')).toHaveCount(0);
}
