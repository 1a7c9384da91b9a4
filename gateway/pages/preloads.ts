import type { Locale } from '#shared/locale.ts';

/** The parts of Vite's manifest that are used here. */
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

/** The user's choice; the system's theme without one. */
type Theme = 'light' | 'dark';

const accountSection = 'src/features/account/account-section.tsx';
const otherSections = new Map([
  ['BILLING', 'src/app/billing-page.tsx'],
  ['DEVICES', 'src/app/devices-area.tsx'],
  ['REFERAL', 'src/features/referral/referral-section.tsx'],
]);

/** Pages that mails, apps and other sites link to. */
const messagePages = /^\/(?:h|payment|change-email|auth|email|diia)(?:\/|$)/;

/** The entry files of a place, in addition to the page's own. */
export function beginningsOf({ path, section, signedIn }: PagePlace): readonly string[] {
  if (path === '/profile' && signedIn) {
    return ['src/app/profile-page.tsx', otherSections.get(section ?? '') ?? accountSection];
  }
  if (messagePages.test(path)) return ['src/app/message-pages.tsx'];
  return path === '/enter/account-code' ? ['src/features/enter/account-code-page.tsx'] : [];
}

/**
 * Elements that preload what the page's script would otherwise request step by step: texts, font, the route's code and its
 * drawing. `crossorigin` must match the later requests, or the browser fetches twice.
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

/** The horizon, everywhere but in the signed-in area. On a phone it is the largest element, and only a style names it. */
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
  // The template already loads the page's own script.
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
