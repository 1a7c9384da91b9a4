import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { locales } from '../shared/locale.ts';

const folder = join(import.meta.dirname, '../locales');

/**
 * Fills the elements of index.html that name a text with that text in every language: what the page says before its script
 * runs, or without it. The gateway leaves only the page's language.
 */
export function notices(): Plugin {
  return {
    name: 'notices',
    transformIndexHtml(html) {
      const texts = locales.map(
        (locale) => [locale, JSON.parse(readFileSync(join(folder, `${locale}.json`), 'utf8'))] as const,
      );
      return html.replace(
        / data-text="([\w.]+)"(.*?)>/g,
        (_, key, rest) => `${rest}>${texts.map(([locale, of]) => `<p lang="${locale}">${of[key]}</p>`).join('')}`,
      );
    },
  };
}
