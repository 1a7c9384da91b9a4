import type { Page } from '@playwright/test';

/** Screenshots the whole page with the window as high as the page, so that the bottom bar does not cover content. */
export async function screenshotPage(page: Page, path: string): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, pageHeight) });
  await page.screenshot({ path });
}
