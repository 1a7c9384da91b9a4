import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { locales } from '#shared/locale.ts';

const folder = join(import.meta.dirname, '../locales');

/** Comments and indentation of the scripts in the page, which every visit would download. */
const sourceOnly = /^\s*\/\/.*\n|^\s+/gm;

/**
 * Fills the elements of index.html that name a text with that text in every language: what the page says before its
 * script runs, or without it. The gateway leaves only the page's language.
 */
export function notices(): Plugin {
  return {
    name: 'notices',
    transformIndexHtml(html) {
      const texts = locales.map(
        (locale) => [locale, JSON.parse(readFileSync(join(folder, `${locale}.json`), 'utf8'))] as const,
      );
      return html
        .replace(sourceOnly, '')
        .replace(/<(\w+)([^>]*?) data-text="([\w.]+)"(.*?)>/g, (_, tag, before, key, after) => {
          const part = tag === 'button' ? 'span' : 'p';
          const versions = texts.map(([locale, of]) => `<${part} lang="${locale}">${of[key]}</${part}>`);
          return `<${tag}${before}${after}>${versions.join('')}`;
        });
    },
  };
}
