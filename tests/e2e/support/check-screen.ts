import { expect, type Page } from '@playwright/test';
import type { Locale } from '#shared/locale.ts';
import { views } from '../../../scripts/gallery-page.ts';
import type { ProcessStack } from '../../support/built-stack.ts';
import { changeLanguage } from './change-language.ts';
import {
  checkCutTexts,
  checkPage,
  checkReflow,
  checkTargetSizes,
  expectNoSidewaysScrolling,
  narrowestPx,
} from './check-page.ts';
import { findUntranslated, setDirection, showPseudoLanguage } from './pseudo-language.ts';
import { screenshotPage } from './screenshot-page.ts';

/** One state of one screen. screens.ts lists them all. */
export interface Screen {
  readonly name: string;
  /** Console messages that belong to the state. */
  readonly expectedConsole?: readonly RegExp[];
  /** Opens the state in a browser without a session and waits until it is shown. */
  open(page: Page, stack: ProcessStack): Promise<void>;
}

type Theme = 'light' | 'dark';

/** CSS px. Phones come first: a menu that a screen opens has more entries there. */
const phone = 390;
const desktop = 1280;
/**
 * The layouts between them, and the narrowest: real words are longer than those of the pseudo-language, texts shorter.
 */
const languageWidths = [1024, 800, narrowestPx];

/**
 * Opens a screen once and runs all checks on it, with theme, width, direction and language switched in place.
 * @param phoneTheme the theme on the phone; the other one is for the desktop
 * @param locale what follows the pseudo-language, which is accented, longer English: it finds untranslated and clipped
 * texts
 */
export async function checkScreen(
  page: Page,
  stack: ProcessStack,
  screen: Screen,
  phoneTheme: Theme,
  locale: Locale,
): Promise<void> {
  await show(page, phone, phoneTheme);
  const { GALLERY_FOLDER: folder } = process.env;
  if (!folder) await showPseudoLanguage(page);
  await screen.open(page, stack);
  // Not the prerendered page, which is there before the client.
  await expect(page.locator('html')).not.toHaveAttribute('data-prerendered');
  if (!screen.name.endsWith('-loading')) await expect(page.locator('main .skeleton')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  if (folder) {
    // The gallery only takes screenshots.
    for (const { width, theme } of views) {
      await show(page, width, theme);
      await screenshotPage(page, `${folder}/${screen.name}-en-${width}-${theme}.png`);
    }
    return;
  }
  await checkPage(page);
  await checkCutTexts(page);
  await show(page, desktop, phoneTheme === 'dark' ? 'light' : 'dark');
  await checkPage(page);
  await checkCutTexts(page);
  expect(await findUntranslated(page), 'texts outside the locale file').toEqual([]);
  await checkReflow(page);
  await setDirection(page, 'rtl');
  for (const width of [phone, narrowestPx]) await checkWidth(page, width);
  await setDirection(page, 'ltr');
  // Without the network, no language can be loaded.
  if (!(await page.evaluate(() => navigator.onLine))) return;
  await changeLanguage(page, locale);
  for (const width of languageWidths) await checkWidth(page, width);
}

async function show(page: Page, width: number, theme: Theme): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme });
  await page.setViewportSize({ width, height: 844 });
}

async function checkWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await expectNoSidewaysScrolling(page, `${width} px`);
  await checkTargetSizes(page);
  await checkCutTexts(page);
}
