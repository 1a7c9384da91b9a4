import { expect, type Locator } from '@playwright/test';

/**
 * Presses as a person does who reads first: not within 0.7 seconds after the page or its question has appeared or the
 * mouse has entered the page, and not as the third press within 1.2 seconds. Buttons that charge, delete, end or hand
 * over ignore other presses.
 */
export async function pressDeliberately(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await target.hover();
  await target.page().waitForTimeout(1300);
  await target.click();
}
