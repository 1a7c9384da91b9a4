import type { Locale } from '#shared/locale.ts';
import { type ProfileSection, pagePaths, profileSections } from '#shared/page-paths.ts';

/** The parts of Vite's manifest that are used here. */
export type Manifest = Readonly<Record<string, ManifestEntry>>;

interface ManifestEntry {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** What decides about a page. */
export interface PageRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly signedIn: boolean;
}

/** The user's choice; the system's theme without one. */
export type Theme = 'light' | 'dark';

const sectionFiles: Readonly<Record<ProfileSection, string>> = {
  ACCOUNT: 'src/features/account/account-section.tsx',
  BILLING: 'src/app/billing-area.tsx',
  DEVICES: 'src/app/devices-area.tsx',
  REFERAL: 'src/features/referral/referral-section.tsx',
};

/** Pages that mails, apps and other sites link to. */
export const messagePages = /^\/(?:h|payment|change-email|auth|email|diia)(?:\/|$)/;

/** The entry chunks of a page, in addition to the one of every page. */
export function entryChunksOf({ path, query, signedIn }: PageRequest): readonly string[] {
  if (path === pagePaths.profile && signedIn) {
    const section = profileSections.find((each) => each === query.profile_section) ?? 'ACCOUNT';
    return ['src/app/profile-page.tsx', sectionFiles[section]];
  }
  if (messagePages.test(path) || path === pagePaths.enterHelp) return ['src/app/message-pages.tsx'];
  return path === pagePaths.enterAccountCode ? ['src/features/enter/account-code-page.tsx'] : [];
}

/**
 * The value of `Link` that preloads the font, so that a proxy can send it ahead of the page as an early hint (103).
 * `crossorigin` must match the later request, or the browser fetches twice.
 */
export const linkHeaderFor = (manifest: Manifest, locale: Locale): string =>
  fontsOf(manifest, locale)
    .map((file) => `</${file}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
    .join(', ');

/** Elements that preload what the page's script would otherwise request step by step: texts, and the route's code. */
export const deferredPreloadsFor = (manifest: Manifest, locale: Locale, pageRequest: PageRequest): string =>
  [
    ...textsOf(manifest, locale),
    ...codeOf(manifest, pageRequest).map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('');

/** The stylesheets of the page's script and of the route's code, in order. */
export const stylesOf = (manifest: Manifest, pageRequest: PageRequest): readonly string[] => {
  const entries = [...reachableFrom(manifest, entryKeys(manifest))].map((key) => manifest[key]);
  return [...new Set([...entries, ...codeOf(manifest, pageRequest)].flatMap((entry) => entry?.css ?? []))];
};

const textsOf = (manifest: Manifest, locale: Locale): string[] =>
  filesEndingWith(manifest, `locales/${locale}.json`).map(
    (file) => `<link rel="preload" as="fetch" crossorigin="anonymous" href="/${file}">`,
  );

const fontsOf = (manifest: Manifest, locale: Locale): string[] =>
  ['manrope-latin-wght-normal.woff2', ...(locale === 'uk' ? ['manrope-cyrillic-wght-normal.woff2'] : [])].flatMap(
    (name) => filesEndingWith(manifest, name),
  );

/**
 * Preloads the horizon, everywhere but in the signed-in area. On a phone it is the largest element, and only a style
 * names it. Without a nonce: images need none.
 */
export function artPreloadsFor(manifest: Manifest, { path, signedIn }: PageRequest, theme: Theme | null): string {
  if (path === pagePaths.profile && signedIn) return '';
  const drawing = (name: Theme, media: string) =>
    filesEndingWith(manifest, `horizon-${name}.svg`).map(
      (file) => `<link rel="preload" as="image" href="/${file}"${media && ` media="${media}"`}>`,
    );
  if (theme) return drawing(theme, '').join('');
  return [
    ...drawing('light', 'not (prefers-color-scheme: dark)'),
    ...drawing('dark', '(prefers-color-scheme: dark)'),
  ].join('');
}

/** What a page begins with, without what every page has. */
function codeOf(manifest: Manifest, pageRequest: PageRequest): readonly ManifestEntry[] {
  const present = reachableFrom(manifest, entryKeys(manifest));
  const needed = reachableFrom(manifest, entryChunksOf(pageRequest));
  return [...needed].flatMap((key) => (present.has(key) ? [] : (manifest[key] ?? [])));
}

const entryKeys = (manifest: Manifest): readonly string[] =>
  Object.keys(manifest).filter((key) => manifest[key]?.isEntry);

/** The keys and everything that they import. */
function reachableFrom(manifest: Manifest, keys: readonly string[], reached = new Set<string>()): ReadonlySet<string> {
  for (const key of keys) {
    if (reached.has(key) || !manifest[key]) continue;
    reached.add(key);
    reachableFrom(manifest, manifest[key].imports ?? [], reached);
  }
  return reached;
}

const filesEndingWith = (manifest: Manifest, name: string): string[] =>
  Object.entries(manifest)
    .filter(([key]) => key.endsWith(name))
    .map(([, { file }]) => file);
