import type { Locale } from '#shared/locale.ts';

export interface PageParts {
  readonly locale: Locale;
  /** Null follows the system. */
  readonly theme: 'light' | 'dark' | null;
  readonly nonce: string;
  /** Elements for `<head>`, without nonces. */
  readonly head: string;
  readonly start: string;
}

const places = ['<html lang="en">', '<!--head-->', '<!--start-->'];

/**
 * Makes the built index.html a function of what differs between pages. Scripts, styles and links get the nonce; the meta
 * element hands it on to what the client loads later (Vite's own loader reads it there).
 * @throws when the template lacks a place that has to be filled
 */
export function compileTemplate(html: string, productName: string): (parts: PageParts) => string {
  for (const place of places) if (!html.includes(place)) throw new Error(`index.html has no ${place}`);
  const template = addNonces(html)
    .replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(productName)}</title>`)
    .replace('<!--head-->', '<meta property="csp-nonce" nonce="*NONCE*"><!--head-->');
  return ({ locale, theme, nonce, head, start }) =>
    template
      .replace('<html lang="en">', `<html lang="${locale}"${theme ? ` data-theme="${theme}"` : ''}>`)
      // Functions, because a `$` in the text would mean something to `replace`.
      .replace('<!--head-->', () => addNonces(head))
      .replaceAll('*NONCE*', nonce)
      .replace('<!--start-->', () => start);
}

const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

const addNonces = (html: string): string => html.replace(/<(script|link|style)(?=[\s>])/g, '<$1 nonce="*NONCE*"');
