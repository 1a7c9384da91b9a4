/**
 * `npm run locales`: all languages are complete, translated, typeset, use the words of the glossary and read well when
 * they are filled in. `-- export LANGUAGE FILE` and `-- import LANGUAGE FILE` exchange PO files with translators,
 * `-- proxy-pages` writes the proxy's error pages. locales/README.md
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { locales } from '#shared/locale.ts';
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
import { checkDescriptions, checkLengths, type Descriptions } from './locale-descriptions.ts';
import { exportTexts, importTexts } from './locale-exchange.ts';
import { checkSentences } from './locale-sentences.ts';
import { proxyPages } from './proxy-pages.ts';
import { fromRoot } from './root.ts';
import { sharedWithEnglish } from './shared-with-english.ts';

const readTexts = async (name: string): Promise<Texts> => JSON.parse(await readFile(fromRoot('locales', name), 'utf8'));

const english = await readTexts('en.json');
const descriptions: Descriptions = JSON.parse(await readFile(fromRoot('locales/descriptions.json'), 'utf8'));

const [command = 'check', locale = '', file = ''] = process.argv.slice(2);
if (command === 'check') await check();
else if (command === 'export' && locale && file) await exportFile();
else if (command === 'import' && locale && file) await importFile();
else if (command === 'proxy-pages') await writeProxyPages();
else {
  console.error('npm run locales [-- export LANGUAGE FILE | import LANGUAGE FILE | proxy-pages]');
  process.exitCode = 1;
}

async function exportFile(): Promise<void> {
  const texts = await readTexts(`${locale}.json`).catch(() => ({}));
  await writeFile(file, exportTexts(english, texts, descriptions, locale));
}

async function importFile(): Promise<void> {
  const texts = importTexts(english, await readFile(file, 'utf8'), locale);
  await writeFile(fromRoot('locales', `${locale}.json`), `${JSON.stringify(texts, null, 2)}\n`);
}

async function writeProxyPages(): Promise<void> {
  for (const [name, page] of proxyPages(await readAll())) await writeFile(fromRoot('deploy/proxy', name), page);
}

async function readAll(): Promise<ReadonlyMap<string, Texts>> {
  return new Map(await Promise.all(locales.map(async (each) => [each, await readTexts(`${each}.json`)] as const)));
}

async function check(): Promise<void> {
  const all = await readAll();
  const problems = [
    ...(await Promise.all([...all].map(([each, texts]) => checkLanguage(each, texts)))).flat(),
    ...checkDescriptions(english, descriptions),
    ...checkUse(english, await readSources()),
    ...(await checkProxyPages(all)),
  ];
  for (const problem of problems) console.error(problem);
  console.log(`${Object.keys(english).length} texts in ${locales.length} languages, ${problems.length} problems`);
  process.exitCode = problems.length === 0 && Object.keys(english).length > 0 ? 0 : 1;
}

async function checkLanguage(language: string, texts: Texts): Promise<string[]> {
  const found = [
    ...checkPlurals(texts, language),
    ...checkQuotes(texts, language),
    ...checkAddress(texts, language),
    ...checkNoBreakSpaces(texts, language),
    ...checkNumbers(texts),
    ...checkLengths(texts, descriptions),
    ...(await checkSentences(texts, language)),
  ];
  const keys = Object.keys(texts);
  if (keys.join() !== keys.toSorted().join()) found.push('the keys are not in order');
  if (language === 'fr') found.push(...checkFrenchSpaces(texts));
  if (language !== 'en') {
    const glossary = parseGlossary(await readFile(fromRoot('locales/glossary.md'), 'utf8'));
    found.push(
      ...compareKeys(english, texts),
      ...comparePlaceholders(english, texts),
      ...checkConsistency(english, texts),
      ...checkTranslated(english, texts, sharedWithEnglish[language] ?? []),
      ...checkGlossary(english, texts, language, glossary),
    );
  }
  return found.map((problem) => `${language}: ${problem}`);
}

/** Everything that may name a text. */
async function readSources(): Promise<string[]> {
  const inRooms = await Promise.all(
    ['client/src', 'gateway'].map(async (room) => {
      const names = await readdir(fromRoot(room), { recursive: true });
      return names.filter((name) => /\.tsx?$/.test(name)).map((name) => `${room}/${name}`);
    }),
  );
  return Promise.all(['client/index.html', ...inRooms.flat()].map((name) => readFile(fromRoot(name), 'utf8')));
}

async function checkProxyPages(all: ReadonlyMap<string, Texts>): Promise<string[]> {
  const checks = [...proxyPages(all)].map(async ([name, page]) =>
    (await readFile(fromRoot('deploy/proxy', name), 'utf8').catch(() => '')) === page
      ? []
      : [`deploy/proxy/${name} does not match the texts: npm run locales -- proxy-pages`],
  );
  return (await Promise.all(checks)).flat();
}
