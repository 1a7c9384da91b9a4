import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  artPreloadsFor,
  deferredPreloadsFor,
  entryChunksOf,
  linkHeaderFor,
  stylesOf,
} from '../../../gateway/pages/preloads.ts';
import { fromRoot } from '../../../scripts/root.ts';

const manifest = {
  'index.html': { file: 'assets/main.js', isEntry: true, imports: ['_shared.js'], css: ['assets/main.css'] },
  '_shared.js': { file: 'assets/shared.js' },
  '_card.js': { file: 'assets/card.js', css: ['assets/card.css'], imports: ['index.html'] },
  'src/app/profile-page.tsx': { file: 'assets/profile.js', imports: ['index.html', '_shared.js', '_card.js'] },
  'src/app/billing-area.tsx': { file: 'assets/billing.js', imports: ['_card.js', 'src/app/profile-page.tsx'] },
  '../locales/en.json': { file: 'assets/en.json' },
  '../locales/uk.json': { file: 'assets/uk.json' },
  'src/assets/art/horizon-light.svg': { file: 'assets/light.svg' },
  'src/assets/art/horizon-dark.svg': { file: 'assets/dark.svg' },
  'src/assets/fonts/manrope-latin-wght-normal.woff2': { file: 'assets/latin.woff2' },
  'src/assets/fonts/manrope-cyrillic-wght-normal.woff2': { file: 'assets/cyrillic.woff2' },
};
const enter = { path: '/enter', query: {}, signedIn: false };
const billing = { path: '/profile', query: { profile_section: 'BILLING' }, signedIn: true };

test('a page preloads only the font of its language, in a header that a proxy can send as an early hint', () => {
  const latin = '</assets/latin.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin';
  expect(linkHeaderFor(manifest, 'en')).toBe(latin);
  expect(linkHeaderFor(manifest, 'uk')).toBe(`${latin}, ${latin.replace('latin', 'cyrillic')}`);
});

test('after the first paint, a page preloads only the texts of its language', () => {
  const english = deferredPreloadsFor(manifest, 'en', enter);
  expect(english).toBe('<link rel="preload" as="fetch" crossorigin="anonymous" href="/assets/en.json">');
  expect(deferredPreloadsFor(manifest, 'uk', enter)).toBe(english.replace('en.json', 'uk.json'));
});

test('a page preloads each module of its section once, and none that the template loads', () => {
  const later = deferredPreloadsFor(manifest, 'en', billing);
  for (const file of ['profile.js', 'billing.js', 'card.js']) expect(later.split(file)).toHaveLength(2);
  expect(later).not.toMatch(/main\.js|shared\.js|\.css/);
});

test('a page has the styles of its layout and of its section', () => {
  expect(stylesOf(manifest, enter)).toEqual(['assets/main.css']);
  expect(stylesOf(manifest, billing)).toEqual(['assets/main.css', 'assets/card.css']);
});

test('a page with the horizon preloads its image in the current theme, and the signed-in area preloads none', () => {
  expect(artPreloadsFor(manifest, enter, null)).toBe(
    '<link rel="preload" as="image" href="/assets/light.svg" media="not (prefers-color-scheme: dark)">' +
      '<link rel="preload" as="image" href="/assets/dark.svg" media="(prefers-color-scheme: dark)">',
  );
  expect(artPreloadsFor(manifest, enter, 'dark')).toBe('<link rel="preload" as="image" href="/assets/dark.svg">');
  expect(artPreloadsFor(manifest, billing, null)).toBe('');
});

test.each([
  ['a visitor, who will be redirected', { ...billing, signedIn: false }],
  ['the sign-in page, whose code every page has', enter],
])('%s preloads no modules', (_, place) => {
  expect(deferredPreloadsFor(manifest, 'en', place)).not.toContain('modulepreload');
});

test('files that are not in the build are not preloaded', () => {
  expect(linkHeaderFor({}, 'en') + deferredPreloadsFor({}, 'en', billing) + stylesOf({}, billing)).toBe('');
});

test('an unknown section preloads the account section', () => {
  const account = entryChunksOf({ ...billing, query: {} });
  expect(entryChunksOf({ ...billing, query: { profile_section: 'constructor' } })).toEqual(account);
});

test.each([null, 'BILLING', 'DEVICES', 'REFERAL'])('the source files of section %s exist', (section) => {
  for (const file of entryChunksOf({ ...billing, query: { profile_section: section } }))
    expect(existsSync(fromRoot('client', file))).toBe(true);
});

test('the source file of the account code page exists', () => {
  const [file = ''] = entryChunksOf({ ...enter, path: '/enter/account-code' });
  expect(existsSync(fromRoot('client', file))).toBe(true);
});
