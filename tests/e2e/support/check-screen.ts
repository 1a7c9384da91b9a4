import { expect, type Page } from '@playwright/test';
import type { Locale } from '#shared/locale.ts';
import type { ProcessStack } from '../../support/processes.ts';
import { checkCutTexts, checkPage, checkReflow } from './check-page.ts';
import { drawPage } from './draw-page.ts';
import { findUntranslated, showPseudoLanguage } from './pseudo-language.ts';

/** One state of one screen. Every screen of the product is in the list of screens.ts. */
export interface Screen {
  readonly name: string;
  /** What the browser prints about a failure that belongs to the state. */
  readonly expectedConsole?: readonly RegExp[];
  /** Brings the page there, from a browser without cookies but those of the view; ends when the state is on the page. */
  open(page: Page, stack: ProcessStack): Promise<void>;
}

export interface View {
  readonly theme: 'light' | 'dark';
  /** `pseudo` is English made longer and accented, to find what is cut or stays English. */
  readonly locale: Locale | 'pseudo';
  /** CSS px. */
  readonly width: number;
}

export const nameView = ({ theme, locale, width }: View): string => `${locale}, ${theme}, ${width} px`;

/** Opens a screen as a visitor with this theme, language and window sees it, and holds it to everything that holds for all. */
export async function checkScreen(page: Page, stack: ProcessStack, screen: Screen, view: View): Promise<void> {
  const locale = view.locale === 'pseudo' ? 'en' : view.locale;
  await page.setViewportSize({ width: view.width, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.context().addCookies([
    { name: 'theme', value: view.theme, url: stack.origin },
    { name: 'locale', value: locale, url: stack.origin },
  ]);
  if (view.locale === 'pseudo') await showPseudoLanguage(page);
  await screen.open(page, stack);
  await page.evaluate(() => document.fonts.ready);

  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  await expect(page.locator('html')).toHaveAttribute('data-theme', view.theme);
  const { GALLERY_FOLDER: folder } = process.env;
  if (folder) {
    // A picture is all that is wanted; the checks are the tests' own.
    return drawPage(page, `${folder}/${screen.name}-${view.locale}-${view.width}-${view.theme}.png`);
  }
  await checkPage(page);
  if (view.locale === 'pseudo') expect(await findUntranslated(page), 'texts outside the locale file').toEqual([]);
  await checkCutTexts(page);
  await checkReflow(page);
}
