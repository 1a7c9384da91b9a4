import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type AccountSection, accountPicture, views } from '../../../scripts/gallery-page.ts';
import { screenshotPage } from './screenshot-page.ts';

/**
 * Only for `npm run gallery`: screenshots a section in each width and theme without reloading it.
 * @returns whether the run only takes screenshots
 */
export async function screenshotAccount(page: Page, email: string, section: AccountSection): Promise<boolean> {
  const { GALLERY_FOLDER: folder } = process.env;
  if (!folder) return false;
  await page.evaluate(() => document.fonts.ready);
  // Avoids hover styles.
  await page.mouse.move(0, 0);
  for (const view of views) {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: view.theme });
    await page.setViewportSize({ width: view.width, height: 844 });
    await screenshotPage(page, join(folder, accountPicture(email, section, view)));
  }
  return true;
}
