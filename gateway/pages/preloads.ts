import type { Locale } from '#shared/locale.ts';

/** Vite's manifest, as far as it is read here. */
export type Manifest = Readonly<Record<string, ManifestEntry>>;

interface ManifestEntry {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

export interface PagePlace {
  readonly path: string;
  /** The value of `profile_section`. */
  readonly section: string | null;
  readonly signedIn: boolean;
}

/** What the visitor has chosen; without a choice it is the system's. */
type Theme = 'light' | 'dark';

const accountSection = 'src/features/account/account-section.tsx';
const otherSections = new Map([
  ['BILLING', 'src/app/billing-page.tsx'],
  ['DEVICES', 'src/app/devices-area.tsx'],
  ['REFERAL', 'src/features/referral/referral-section.tsx'],
]);

/** What mails, apps and other sites lead to. */
const messagePages = /^\/(?:h|payment|change-email|auth|email|diia)(?:\/|$)/;

/** The files of the client that begin what a place shows, beyond what every page has. */
export function beginningsOf({ path, section, signedIn }: PagePlace): readonly string[] {
  if (path === '/profile' && signedIn) {
    return ['src/app/profile-page.tsx', otherSections.get(section ?? '') ?? accountSection];
  }
  if (messagePages.test(path)) return ['src/app/message-pages.tsx'];
  return path === '/enter/account-code' ? ['src/features/enter/account-code-page.tsx'] : [];
}

/**
 * The elements that let the browser fetch at once what the page's script would ask for one after the other: the language's
 * texts, the font, the code of what the place shows, and its drawing. `crossorigin` is what the later requests have: without
 * it, the browser would fetch twice.
 */
export function preloadsFor(manifest: Manifest, locale: Locale, place: PagePlace, theme: Theme | null = null): string {
  return [
    ...textsOf(manifest, locale),
    ...fontsOf(manifest, locale),
    ...codeOf(manifest, place),
    ...artOf(manifest, place, theme),
  ].join('');
}

const textsOf = (manifest: Manifest, locale: Locale): string[] =>
  filesEndingWith(manifest, `locales/${locale}.json`).map(
    (file) => `<link rel="preload" as="fetch" crossorigin="anonymous" href="/${file}">`,
  );

const fontsOf = (manifest: Manifest, locale: Locale): string[] =>
  ['manrope-latin-wght-normal.woff2', ...(locale === 'uk' ? ['manrope-cyrillic-wght-normal.woff2'] : [])]
    .flatMap((name) => filesEndingWith(manifest, name))
    .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" href="/${file}">`);

/** The horizon, which only the signed-in area does without: the largest thing on a phone, and named in a style alone. */
function artOf(manifest: Manifest, { path, signedIn }: PagePlace, theme: Theme | null): string[] {
  if (path === '/profile' && signedIn) return [];
  const drawing = (name: Theme, media: string) =>
    filesEndingWith(manifest, `horizon-${name}.svg`).map(
      (file) => `<link rel="preload" as="image" href="/${file}"${media && ` media="${media}"`}>`,
    );
  if (theme) return drawing(theme, '');
  return [...drawing('light', 'not (prefers-color-scheme: dark)'), ...drawing('dark', '(prefers-color-scheme: dark)')];
}

function codeOf(manifest: Manifest, place: PagePlace): string[] {
  // What the page's own script brings is in the template already.
  const present = new Set<string>();
  for (const key of Object.keys(manifest)) if (manifest[key]?.isEntry) addReachable(manifest, key, present);
  const needed = new Set<string>();
  for (const key of beginningsOf(place)) addReachable(manifest, key, needed);
  const entries = [...needed].filter((key) => !present.has(key)).map((key) => manifest[key]);
  const styles = new Set(entries.flatMap((entry) => entry?.css ?? []));
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...entries.map((entry) => `<link rel="modulepreload" crossorigin href="/${entry?.file}">`),
  ];
}

function addReachable(manifest: Manifest, key: string, reached: Set<string>): void {
  if (reached.has(key) || !manifest[key]) return;
  reached.add(key);
  for (const next of manifest[key].imports ?? []) addReachable(manifest, next, reached);
}

const filesEndingWith = (manifest: Manifest, name: string): string[] =>
  Object.entries(manifest)
    .filter(([key]) => key.endsWith(name))
    .map(([, { file }]) => file);
