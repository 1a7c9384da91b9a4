import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { fromRoot } from '../../../scripts/root.ts';
import { screenshotPage } from './screenshot-page.ts';

const keys = new Set(Object.keys(JSON.parse(readFileSync(fromRoot('locales/en.json'), 'utf8'))));

/** A missing value. */
const rawValue = /\b(undefined|NaN|Infinity|Invalid Date)\b|(?<![\w-])null\b|\[object |\{\{/;

const pending = '.is-loading, .is-busy, .spinner, .skeleton, .qr--empty';

const readText = (page: Page): Promise<string> => page.locator('body').innerText();

/** The page is never replaced by the crash page, and shows no raw value and no text key. */
export async function expectDesigned(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Something went wrong', exact: true })).toHaveCount(0);
  const text = await readText(page);
  expect(text).not.toMatch(rawValue);
  expect(text.match(/\w+(\.\w+)+/g)?.filter((word) => keys.has(word)) ?? []).toEqual([]);
}

/** Nothing loads any longer. */
export const expectSettled = (page: Page): Promise<void> =>
  expect(page.locator(pending).filter({ visible: true })).toHaveCount(0);

/** Takes a picture of each distinct state for `npm run gallery`. */
export function createFaultPictures(name: string) {
  const { GALLERY_FOLDER: folder } = process.env;
  const seen = new Set<string>();
  return async (page: Page, state: string): Promise<void> => {
    if (!folder) return;
    const text = await readText(page);
    if (seen.has(text)) return;
    seen.add(text);
    const file = `${name} ${state}`.replace(/[^\w-]+/g, '-').replace(/-$/, '');
    await page.evaluate(() => document.fonts.ready);
    const before = page.viewportSize();
    await screenshotPage(page, join(folder, 'faults', `${file}.png`));
    // In a high window, a toast covers other buttons.
    if (before) await page.setViewportSize(before);
  };
}
