import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify } from 'terser';
import type { Plugin } from 'vite';
import { locales } from '#shared/locale.ts';

const folder = join(import.meta.dirname, '../locales');

/** What every visit would download. */
const indentation = /^\s+/gm;
const inlineScript = /(?<=<script>).+?(?=<\/script>)/gs;

/**
 * Fills the elements of index.html that name a text with that text in every language: what the page says before its
 * script runs, or without it. The gateway leaves only the page's language.
 */
export function notices(): Plugin {
  return {
    name: 'notices',
    async transformIndexHtml(html) {
      const texts = locales.map(
        (locale) => [locale, JSON.parse(readFileSync(join(folder, `${locale}.json`), 'utf8'))] as const,
      );
      const scripts = await Promise.all(
        Array.from(html.matchAll(inlineScript), ([script]) => minify(script, { ecma: 2020 })),
      );
      return html
        .replace(inlineScript, () => scripts.shift()?.code ?? '')
        .replace(indentation, '')
        .replace(/<(\w+)([^>]*?) data-text="([\w.]+)"(.*?)>/g, (_, tag, before, key, after) => {
          const part = tag === 'button' ? 'span' : 'p';
          const versions = texts.map(([locale, of]) => `<${part} lang="${locale}">${of[key]}</${part}>`);
          return `<${tag}${before}${after}>${versions.join('')}`;
        });
    },
  };
}
