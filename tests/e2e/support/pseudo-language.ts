import type { Page } from '@playwright/test';

const accents: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ö',
  u: 'ü',
  y: 'ý',
  A: 'Å',
  E: 'É',
  I: 'Í',
  O: 'Ö',
  U: 'Ü',
};

/**
 * Accents a text, makes it half as long again, or twice as long if it is short, and adds brackets. Keeps tags and
 * placeholders.
 */
export function toPseudo(text: string): string {
  const accented = text.replace(
    /(<\/?\w+>|\{\{\w+\}\})|([A-Za-z])/g,
    (_, kept: string | undefined, letter: string) => kept ?? accents[letter] ?? letter,
  );
  const length = text.replace(/<\/?\w+>|\{\{\w+\}\}/g, '').length;
  const growth = length <= 20 ? 1 : 0.5;
  return `[${accented}${' ~ö~é'.repeat(Math.ceil((length * growth) / 5))}]`;
}

/** Lays the page out as the gateway does for a language that is written in this direction. */
export const setDirection = (page: Page, direction: 'ltr' | 'rtl'): Promise<void> =>
  page.evaluate((dir) => {
    document.documentElement.dir = dir;
  }, direction);

/** Shows the English texts in the pseudo-language from the next page on. */
export async function showPseudoLanguage(page: Page): Promise<void> {
  // The prerendered page is in English, so it is replaced.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      observer.disconnect();
      const { dataset } = document.documentElement;
      if (dataset.prerendered) dataset.prerendered = 'other';
    }).observe(document, { childList: true });
  });
  await page.route(/\/en-[^/]*\.json$/, async (route) => {
    const response = await route.fetch();
    const texts: Record<string, string> = await response.json();
    const json = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, toPseudo(text)]));
    await route.fulfill({ response, json });
  });
}

/**
 * Words that are the same in every language, and data: a bank's reasons, emails, numbers, dates, names of plans,
 * devices and languages.
 */
const constant =
  /\S+@\S+|\b[\da-f-]{8,}\b|\d{1,2} \p{L}+ \d{4}|Skerry|VPN|PayPal|(?:(?:Apple|Google) )?Pay\b|Google Play|App Store|Visa|Mastercard|HARBOUR30|Binge|Google|Apple|Setapp|AsusWRT|DD-WRT|OpenWRT|Tomato|Windows|macOS|iPhone|iPad|Android|Chrome|Power User|EN|Your card has insufficient funds\.|The App Store could not charge your payment method\.|English|Українська|Deutsch|Français|Español|Português/gu;

/** Elements that show names from data: devices, countries, cities, servers. */
const data =
  '.tile__title, .tile__hint, .picker__title, .picker__place, .stream, .unlink-device, .list-row__title, .device-limit p, .banner b, .sticky-bar b, .sticky-bar .truncate, .mono, .file-facts dd';

/** Finds visible text that bypasses the locale file. Pseudo-language text has no plain vowels. */
export async function findUntranslated(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate((names) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: parent, nodeValue } = walker.currentNode;
      if (parent?.checkVisibility({ visibilityProperty: true }) && !parent.closest(`script, noscript, style, ${names}`))
        found.push(nodeValue ?? '');
    }
    return found;
  }, data);
  return texts.filter((text) => /[aeiou]/i.test(text.replace(constant, '')));
}
