/** The page of `npm run gallery`, and the screenshots that it shows of each account and in each engine. */
import { type KeyScreen, keyScreens } from './key-screens.ts';

export const views = [
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
] as const;
type View = (typeof views)[number];

export type AccountSection = 'account' | 'billing';
const sections: readonly AccountSection[] = ['account', 'billing'];

export interface ShownAccount {
  readonly email: string;
  readonly group: string;
  readonly description: string;
}

/** A screenshot's path in the gallery's folder. */
export const accountPicture = (email: string, section: AccountSection, { width, theme }: View): string =>
  `accounts/${email}-${section}-${width}-${theme}.png`;

/** All screenshots of an account, section by section. */
const accountPictures = ({ email }: Pick<ShownAccount, 'email'>): readonly string[] =>
  sections.flatMap((section) => views.map((view) => accountPicture(email, section, view)));

/** A key screen in Chromium, Firefox and WebKit. */
const enginePictures = (screen: KeyScreen): readonly string[] => [
  `${screen}-en-1280-light.png`,
  `engines/${screen}-firefox.png`,
  `engines/${screen}-webkit.png`,
];

/** All screenshots that a complete gallery has of accounts and engines. */
export const requiredPictures = (accounts: readonly ShownAccount[]): readonly string[] => [
  ...accounts.flatMap(accountPictures),
  ...keyScreens.flatMap(enginePictures),
];

/** The paths of which `npm run lighthouse -- --film` makes a film strip. */
export const filmedPaths = ['/enter', '/profile'] as const;

/** The page with a path's film strip, in the gallery's folder. */
export const filmStrip = (path: string): string => `film-strip-${path.slice(1)}/index.html`;

/** Whether an entry of the gallery's folder belongs to a film strip, which `npm run gallery` does not make. */
export const isFilmStrip = (name: string): boolean => name.startsWith('film-strip-');

/**
 * One page with all screenshots.
 * @param others paths of the screenshots that show no account: components, and screens in their states
 * @param faults paths of the screenshots of failed calls and missing files
 * @param films paths of the film strips that exist
 */
export function writeGalleryPage(
  accounts: readonly ShownAccount[],
  others: readonly string[],
  faults: readonly string[],
  films: readonly string[],
): string {
  const groups = [...new Set(accounts.map(({ group }) => group))];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gallery</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem; color-scheme: light dark }
  figure { margin: 0 } figcaption { font-size: .8rem }
  .pictures { display: grid; grid-template-columns: 1fr 1fr 3fr 3fr; gap: 1rem; align-items: start; margin: 1rem 0 3rem }
  .engines { grid-template-columns: repeat(3, 1fr) }
  .others { grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)) }
  img { max-width: 100%; border: 1px solid #8888 }
  iframe { width: 100%; height: 32rem; border: 1px solid #8888 }
</style>
<h1>Gallery</h1>
<h2>First visits on slow 4G, a picture every 100 ms</h2>
${filmedPaths.map((path) => writeFilm(path, films.includes(filmStrip(path)))).join('\n')}
<h2>Chromium, Firefox and WebKit</h2>
${keyScreens.map(writeEngines).join('\n')}
${groups
  .map(
    (group) =>
      `<h2>${escapeHtml(group)}</h2>\n${accounts
        .filter((account) => account.group === group)
        .map(writeAccount)
        .join('\n')}`,
  )
  .join('\n')}
<h2>Components and screens</h2>
<div class="pictures others">${others.map(writePicture).join('\n')}</div>
<h2>Faults</h2>
<div class="pictures others">${faults.map(writePicture).join('\n')}</div>
</html>
`;
}

const writeFilm = (path: string, exists: boolean): string => `<h3>${path}</h3>
${
  exists
    ? `<p><a href="${filmStrip(path)}">Film strip</a></p>\n<iframe src="${filmStrip(path)}" title="Film strip of ${path}" loading="lazy"></iframe>`
    : '<p>Not filmed yet: run <code>npm run lighthouse -- --film</code>, then <code>npm run gallery</code>.</p>'
}`;

const writeAccount = (account: ShownAccount): string => `<h3>${escapeHtml(account.email)}</h3>
<p>${escapeHtml(account.description)}</p>
<div class="pictures">${accountPictures(account).map(writePicture).join('\n')}</div>`;

const writeEngines = (screen: KeyScreen): string => `<h3>${screen}</h3>
<div class="pictures engines">${enginePictures(screen).map(writePicture).join('\n')}</div>`;

const writePicture = (path: string): string => {
  const name = escapeHtml(path.replace(/^(accounts|engines|faults)\/|\.png$/g, ''));
  return `<figure><a href="${encodeURI(path)}"><img src="${encodeURI(path)}" alt="${name}" loading="lazy"></a><figcaption>${name}</figcaption></figure>`;
};

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
