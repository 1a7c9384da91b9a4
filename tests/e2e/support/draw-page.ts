import type { Page } from '@playwright/test';

/** A picture of the whole page in a window as high as it is, so that the bar of phones stands below everything. */
export async function drawPage(page: Page, path: string): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, pageHeight) });
  await page.screenshot({ path });
}
