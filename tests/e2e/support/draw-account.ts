import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type AccountSection, pictureOfAccount, views } from '../../../scripts/gallery-page.ts';
import { drawPage } from './draw-page.ts';

/**
 * For `npm run gallery`, and for it alone: a section of an account in each width and theme, without loading it again.
 * @returns whether pictures are all that is wanted
 */
export async function drawAccount(page: Page, email: string, section: AccountSection): Promise<boolean> {
  const { GALLERY_FOLDER: folder } = process.env;
  if (!folder) return false;
  await page.evaluate(() => document.fonts.ready);
  // Nothing under the pointer.
  await page.mouse.move(0, 0);
  for (const view of views) {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: view.theme });
    await page.setViewportSize({ width: view.width, height: 844 });
    await drawPage(page, join(folder, pictureOfAccount(email, section, view)));
  }
  return true;
}
