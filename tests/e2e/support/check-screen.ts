import { expect, type Page } from '@playwright/test';
import type { Locale } from '#shared/locale.ts';
import type { ProcessStack } from '../../support/built-stack.ts';
import { checkCutTexts, checkPage, checkReflow } from './check-page.ts';
import { findUntranslated, mirrorPages, showPseudoLanguage } from './pseudo-language.ts';
import { screenshotPage } from './screenshot-page.ts';

/** One state of one screen. screens.ts lists them all. */
export interface Screen {
  readonly name: string;
  /** Console messages that belong to the state. */
  readonly expectedConsole?: readonly RegExp[];
  /** Opens the state in a browser without a session and waits until it is shown. */
  open(page: Page, stack: ProcessStack): Promise<void>;
}

export interface View {
  readonly theme: 'light' | 'dark';
  /** `pseudo` is accented, longer English, to find clipped and untranslated text; `mirrored` is the same from right to left. */
  readonly locale: Locale | 'pseudo' | 'mirrored';
  /** CSS px. */
  readonly width: number;
}

export const nameView = ({ theme, locale, width }: View): string => `${locale}, ${theme}, ${width} px`;

/** Opens a screen with this theme, language and width, and runs all checks on it. */
export async function checkScreen(page: Page, stack: ProcessStack, screen: Screen, view: View): Promise<void> {
  const isPseudo = view.locale === 'pseudo' || view.locale === 'mirrored';
  const locale = isPseudo ? 'en' : view.locale;
  await page.setViewportSize({ width: view.width, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.context().addCookies([
    { name: 'theme', value: view.theme, url: stack.origin },
    { name: 'locale', value: locale, url: stack.origin },
  ]);
  if (isPseudo) await showPseudoLanguage(page);
  if (view.locale === 'mirrored') await mirrorPages(page);
  await screen.open(page, stack);
  // Not the prerendered page, which is there before the client.
  await expect(page.locator('html')).not.toHaveAttribute('data-prerendered');
  if (!screen.name.endsWith('-loading')) await expect(page.locator('main .skeleton')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);

  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  await expect(page.locator('html')).toHaveAttribute('data-theme', view.theme);
  if (view.locale === 'mirrored') await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const { GALLERY_FOLDER: folder } = process.env;
  if (folder) {
    // The gallery only takes screenshots.
    return screenshotPage(page, `${folder}/${screen.name}-${view.locale}-${view.width}-${view.theme}.png`);
  }
  await checkPage(page);
  if (isPseudo) expect(await findUntranslated(page), 'texts outside the locale file').toEqual([]);
  await checkCutTexts(page);
  await checkReflow(page);
}
