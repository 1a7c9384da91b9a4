import type { Locale } from '#shared/locale.ts';
import { pagePaths, profileSections } from '#shared/page-paths.ts';
import type { Links, Start } from '#shared/start.ts';
import type { Config } from '../config.ts';
import { messagePages, type PageRequest } from './preloads.ts';
import { describeSetup, noVisitor } from './start-block.ts';
import { escapeHtml, type Prerendered } from './template.ts';

/** Locale → name of the page → the HTML of `#root`. Written by scripts/prerender.ts. */
export type PrerenderedPages = Readonly<Partial<Record<Locale, Readonly<Record<string, string>>>>>;

/** With one of them the sign-in page shows something else. */
const enterMarkers = ['error', 'OTC_CODE'];

/** The page that is prerendered before the script runs; null for one that shows nothing until then. */
export function prerenderedName({ path, query, signedIn }: PageRequest): string | null {
  if (path === pagePaths.profile && signedIn) {
    const { profile_section: section = 'ACCOUNT', lang: _, ...others } = query;
    const known = profileSections.find((each) => each === section);
    return known && Object.keys(others).length === 0 ? `profile ${known}` : null;
  }
  if (messagePages.test(path)) return 'message';
  if (signedIn || enterMarkers.some((name) => name in query)) return null;
  if (path === pagePaths.enter || path === pagePaths.enterEmail) return pagePaths.enter;
  return path === pagePaths.enterAccountCode || path === pagePaths.enterHelp ? path : null;
}

/**
 * The client continues with the elements of the sign-in pages, which may have been used already; it replaces all
 * others.
 */
export const prerenderedKind = (name: string): Prerendered['kind'] =>
  name.startsWith(pagePaths.enter) ? 'hydrate' : 'frame';

/** The placeholder of a link. It is a URL, because components may parse it. */
const linkBase = 'https://prerendered.invalid/';
const names = { first: '%PRODUCT-FIRST%', last: '%PRODUCT-LAST%' };
const year = '%COPYRIGHT-YEAR%';

/** The start block of prerendered pages: everything that configuration decides is a placeholder. */
export function placeholders(config: Config): Start {
  const setup = describeSetup(config, 'en');
  const links = Object.fromEntries(Object.keys(setup.links).map((key) => [key, linkBase + key]));
  return {
    ...noVisitor,
    ...setup,
    renderedAt: 0,
    productName: `${names.first} ${names.last}`,
    copyrightYear: year,
    links: links as unknown as Links,
  };
}

/** Fills the placeholders of a prerendered page with the gateway's configuration. */
export function fillPlaceholders(html: string, { productName, copyrightYear, links }: Config): string {
  const [, first = productName, last = null] = /^(.+) (\S+)$/.exec(productName) ?? [];
  const logo = (word: string) => `<span class="logo__vpn"> ${word}</span>`;
  return html
    .replaceAll(logo(names.last), () => (last === null ? '' : logo(escapeHtml(last))))
    .replaceAll(`${names.first} ${names.last}`, () => escapeHtml(productName))
    .replaceAll(names.first, () => escapeHtml(first))
    .replaceAll(year, () => escapeHtml(copyrightYear))
    .replace(/https:\/\/prerendered\.invalid\/(\w+)/g, (_, key: keyof Links) => escapeAttribute(links[key]));
}

const escapeAttribute = (value: string): string => escapeHtml(value).replaceAll('"', '&#34;');
