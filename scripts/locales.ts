/**
 * `npm run locales`: the six languages are complete, translated, typeset and use the words of the glossary.
 * decisions.md §4
 */
import { readdir, readFile } from 'node:fs/promises';
import { locales } from '../shared/locale.ts';
import { checkAddress } from './forms-of-address.ts';
import {
  checkConsistency,
  checkFrenchSpaces,
  checkGlossary,
  checkNoBreakSpaces,
  checkNumbers,
  checkPlurals,
  checkQuotes,
  checkTranslated,
  checkUse,
  compareKeys,
  comparePlaceholders,
  parseGlossary,
  type Texts,
} from './locale-checks.ts';
import { checkSentences } from './locale-sentences.ts';
import { fromRoot } from './root.ts';
import { sharedWithEnglish } from './shared-with-english.ts';

const readTexts = async (name: string): Promise<Texts> => JSON.parse(await readFile(fromRoot('locales', name), 'utf8'));

const english = await readTexts('en.json');
const glossary = parseGlossary(await readFile(fromRoot('locales/glossary.md'), 'utf8'));
const problems: string[] = [];

// What the page says where no text file can be read: to browsers without scripts, and to old ones.
const page = await readFile(fromRoot('client/index.html'), 'utf8');
const noticeCount = 3;

function readNotices(locale: string): Texts {
  const found = [...page.matchAll(new RegExp(`<p lang="${locale}">(.*)</p>`, 'g'))];
  return Object.fromEntries(found.map(([, text = ''], index) => [`notice ${index + 1} of the page`, text]));
}

for (const locale of locales) {
  const texts = await readTexts(`${locale}.json`);
  const notices = readNotices(locale);
  const found = [
    ...checkPlurals(texts, locale),
    ...checkQuotes({ ...texts, ...notices }, locale),
    ...checkAddress({ ...texts, ...notices }, locale),
    ...checkNoBreakSpaces({ ...texts, ...notices }, locale),
    ...checkNumbers({ ...texts, ...notices }),
    ...(await checkSentences(texts, locale)),
  ];
  if (Object.keys(notices).length !== noticeCount) found.push('a notice of the page is missing');
  const keys = Object.keys(texts);
  if (keys.join() !== keys.toSorted().join()) found.push('the keys are not in order');
  if (locale === 'fr') found.push(...checkFrenchSpaces({ ...texts, ...notices }));
  if (locale !== 'en') {
    found.push(
      ...compareKeys(english, texts),
      ...comparePlaceholders(english, texts),
      ...checkConsistency(english, texts),
      ...checkTranslated(english, texts, sharedWithEnglish[locale] ?? []),
      ...checkGlossary(english, texts, locale, glossary),
    );
  }
  problems.push(...found.map((problem) => `${locale}: ${problem}`));
}

const sources = (await readdir(fromRoot('client/src'), { recursive: true })).filter((name) => /\.tsx?$/.test(name));
const code = await Promise.all(sources.map((name) => readFile(fromRoot('client/src', name), 'utf8')));
problems.push(...checkUse(english, code));

for (const problem of problems) console.error(problem);
console.log(`${Object.keys(english).length} texts in ${locales.length} languages, ${problems.length} problems`);
process.exitCode = problems.length === 0 && Object.keys(english).length > 0 ? 0 : 1;
