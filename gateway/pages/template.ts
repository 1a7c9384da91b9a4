import { directionOf, type Locale, locales } from '#shared/locale.ts';
import { slot } from './encoded-page.ts';

/** What differs between the responses with one page. */
export const pageSlots = ['NONCE', 'THEME', 'ART', 'TIME', 'STATE'] as const;
export type PageSlot = (typeof pageSlots)[number];

export interface TemplateOptions {
  readonly productName: string;
}

export interface Stylesheet {
  /** Relative to the folder of the client's build. */
  readonly file: string;
  readonly css: string;
}

/** What a page shows until its script runs. */
export interface Prerendered {
  /** Of `#root`. */
  readonly html: string;
  /** `hydrate`: the client continues with these elements. `frame`: it replaces them. */
  readonly kind: 'hydrate' | 'frame';
}

export interface PageParts {
  readonly locale: Locale;
  /** Elements for `<head>`, without nonces. */
  readonly head: string;
  /** Elements that join `<head>` after the first paint, without nonces. The client's script follows them. */
  readonly later: string;
  /** Inlined. */
  readonly styles: readonly Stylesheet[];
  readonly start: string;
  readonly prerendered: Prerendered | null;
}

const root = '<div id="root">';
const template = '<template id="later">';
const places = ['<html lang="en">', '<!--head-->', '<!--start-->', root, template];
/** Absent from the page of Vite's development server, whose scripts stay where they are. */
const builtScript = /\s*<script type="module"[^>]* src="\/assets\/[^>]*><\/script>/;
const builtStylesheet = /\s*<link rel="stylesheet"[^>]*>/;

/**
 * Makes the built index.html a function of what differs between pages. Scripts and styles get the nonce; the meta
 * element hands it on to what the client loads later (Vite's own loader reads it there).
 * @returns the page with its slots
 * @throws when the template lacks a place that has to be filled
 */
export function compileTemplate(html: string, { productName }: TemplateOptions): (parts: PageParts) => string {
  for (const place of places) if (!html.includes(place)) throw new Error(`index.html has no ${place}`);
  const script = builtScript.exec(html)?.[0].trim() ?? '';
  const page = addNonces(html.replace(builtScript, '').replace(builtStylesheet, ''))
    .replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(productName)}</title>`)
    .replace('<!--head-->', `<meta property="csp-nonce" nonce="${slot('NONCE')}"><!--head-->`);
  const byLocale = new Map(locales.map((locale) => [locale, keepLanguage(page, locale)]));
  return ({ locale, head, later, styles, start, prerendered }) =>
    (byLocale.get(locale) ?? page)
      .replace(
        '<html lang="en">',
        `<html ${describeLanguage(locale)}${prerendered ? ` data-prerendered="${prerendered.kind}"` : ''}${slot('THEME')}>`,
      )
      // Functions, because a `$` in the text would mean something to `replace`.
      .replace('<!--head-->', () => slot('ART') + addNonces(head + inline(styles)))
      .replace('<!--start-->', () => start)
      .replace(root, () => root + (prerendered?.html ?? ''))
      // The page's own script gives them the nonce.
      .replace(template, () => template + later + script);
}

/** A disabled link fetches nothing. It tells the loader of the client's later parts that the page has these styles. */
const inline = (styles: readonly Stylesheet[]): string =>
  styles.length === 0
    ? ''
    : `<style>${styles.map(({ css }) => css).join('')}</style>${styles
        .map(({ file }) => `<link rel="stylesheet" crossorigin disabled href="/${file}">`)
        .join('')}`;

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

const addNonces = (html: string): string => html.replace(/<(script|style)(?=[\s>])/g, `<$1 nonce="${slot('NONCE')}"`);

/** The attributes of an element whose text is in this language. */
export const describeLanguage = (locale: Locale): string =>
  `lang="${locale}"${directionOf(locale) === 'rtl' ? ' dir="rtl"' : ''}`;

/** The page brings its own notices in every language. */
const keepLanguage = (html: string, locale: Locale): string =>
  html.replace(/<(p|span) lang="(\w+)">.*?<\/\1>/g, (notice, _, language) => (language === locale ? notice : ''));
