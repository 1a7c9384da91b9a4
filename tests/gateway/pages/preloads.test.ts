import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { beginningsOf, preloadsFor } from '../../../gateway/pages/preloads.ts';
import { fromRoot } from '../../../scripts/root.ts';

const manifest = {
  'index.html': { file: 'assets/main.js', isEntry: true, imports: ['_shared.js'], css: ['assets/main.css'] },
  '_shared.js': { file: 'assets/shared.js' },
  '_card.js': { file: 'assets/card.js', css: ['assets/card.css'], imports: ['index.html'] },
  'src/app/profile-page.tsx': { file: 'assets/profile.js', imports: ['index.html', '_shared.js', '_card.js'] },
  'src/app/billing-page.tsx': { file: 'assets/billing.js', imports: ['_card.js', 'src/app/profile-page.tsx'] },
  '../locales/en.json': { file: 'assets/en.json' },
  '../locales/uk.json': { file: 'assets/uk.json' },
  'src/assets/art/horizon-light.svg': { file: 'assets/light.svg' },
  'src/assets/art/horizon-dark.svg': { file: 'assets/dark.svg' },
  'src/assets/fonts/manrope-latin-wght-normal.woff2': { file: 'assets/latin.woff2' },
  'src/assets/fonts/manrope-cyrillic-wght-normal.woff2': { file: 'assets/cyrillic.woff2' },
};
const enter = { path: '/enter', section: null, signedIn: false };
const billing = { path: '/profile', section: 'BILLING', signedIn: true };

test('a page preloads the texts and the font of its language alone', () => {
  const english = preloadsFor(manifest, 'en', enter);
  expect(english).toContain('<link rel="preload" as="fetch" crossorigin="anonymous" href="/assets/en.json">');
  expect(english).toContain('href="/assets/latin.woff2"');
  expect(english).not.toMatch(/uk\.json|cyrillic/);
  const ukrainian = preloadsFor(manifest, 'uk', enter);
  expect(ukrainian).toContain('href="/assets/uk.json"');
  expect(ukrainian).toContain('href="/assets/cyrillic.woff2"');
  expect(ukrainian).not.toContain('en.json');
});

test('a page brings the code of what it shows, once, and nothing that the template has', () => {
  const head = preloadsFor(manifest, 'en', billing);
  for (const file of ['profile.js', 'billing.js', 'card.js', 'card.css']) expect(head.split(file)).toHaveLength(2);
  expect(head).not.toMatch(/main\.js|shared\.js|main\.css/);
});

test('a page over the horizon preloads its drawing in the theme that is shown, and the signed-in area none', () => {
  expect(preloadsFor(manifest, 'en', enter)).toContain(
    '<link rel="preload" as="image" href="/assets/light.svg" media="not (prefers-color-scheme: dark)">' +
      '<link rel="preload" as="image" href="/assets/dark.svg" media="(prefers-color-scheme: dark)">',
  );
  expect(preloadsFor(manifest, 'en', enter, 'dark')).toContain(
    '<link rel="preload" as="image" href="/assets/dark.svg">',
  );
  expect(preloadsFor(manifest, 'en', enter, 'dark')).not.toContain('light.svg');
  expect(preloadsFor(manifest, 'en', billing)).not.toContain('.svg');
});

test.each([
  ['a visitor, who will be sent away', { ...billing, signedIn: false }],
  ['the sign-in page, whose code every page has', enter],
])('%s gets no code beforehand', (_, place) => {
  expect(preloadsFor(manifest, 'en', place)).not.toContain('modulepreload');
});

test('what the build does not have is not preloaded', () => {
  expect(preloadsFor({}, 'en', billing)).toBe('');
});

test('an unknown section is the account section', () => {
  const account = beginningsOf({ ...billing, section: null });
  expect(beginningsOf({ ...billing, section: 'constructor' })).toEqual(account);
});

test.each([null, 'BILLING', 'DEVICES', 'REFERAL'])('the files that section %s begins with exist', (section) => {
  for (const file of beginningsOf({ ...billing, section })) expect(existsSync(fromRoot('client', file))).toBe(true);
});

test('the file that the account code page begins with exists', () => {
  const [file = ''] = beginningsOf({ ...enter, path: '/enter/account-code' });
  expect(existsSync(fromRoot('client', file))).toBe(true);
});
