/** Texts to and from PO, the format of translation tools. Each plural form is an entry of its own: nothing is lost. */
import { po } from 'gettext-parser';
import { baseKey, type Texts } from './locale-checks.ts';
import type { Descriptions } from './locale-descriptions.ts';

/** The PO file of a language: key as context, English text, translation (empty where there is none), description. */
export function exportTexts(english: Texts, other: Texts, descriptions: Descriptions, locale: string): string {
  const entries = keysFor(english, locale).map((key) => {
    const { description = '', maxLength, placeholders = {} } = descriptions[baseKey(key)] ?? {};
    const extracted = [
      description,
      ...Object.entries(placeholders).map(([name, filling]) => `{{${name}}}: ${filling}`),
      ...(maxLength ? [`At most ${maxLength} characters`] : []),
    ].join('\n');
    const source = sourceOf(english, key);
    return [key, { [source]: { msgctxt: key, msgid: source, msgstr: [other[key] ?? ''], comments: { extracted } } }];
  });
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', Language: locale };
  const data = { charset: 'utf-8', headers, translations: Object.fromEntries(entries) };
  return po.compile(data, { foldLength: 0 }).toString('utf8');
}

/**
 * The texts of a PO file, by key.
 * @throws with every entry that is unknown, missing, empty, uncertain (`fuzzy`) or made from another English text
 */
export function importTexts(english: Texts, file: string, locale: string): Texts {
  const { translations } = po.parse(file);
  const entries = Object.values(translations)
    .flatMap((context) => Object.values(context ?? {}))
    .filter(({ msgctxt }) => msgctxt);
  const wanted = new Set(keysFor(english, locale));
  const found = new Map(entries.map((entry) => [entry.msgctxt ?? '', entry]));
  const problems = [
    ...[...found.keys()].filter((key) => !wanted.has(key)).map((key) => `${key} is not a key`),
    ...[...wanted].flatMap((key) => {
      const entry = found.get(key);
      if (!entry) return [`${key} is missing`];
      if (!entry.msgstr[0]) return [`${key} is not translated`];
      if (entry.comments?.flag?.includes('fuzzy')) return [`${key} is marked as uncertain`];
      return entry.msgid === sourceOf(english, key) ? [] : [`${key} was translated from another English text`];
    }),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return Object.fromEntries([...wanted].sort().map((key) => [key, found.get(key)?.msgstr[0] ?? '']));
}

/** All keys that a language needs: the English ones, with the plural forms that the language counts with. */
function keysFor(english: Texts, locale: string): string[] {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const keys = Object.keys(english).flatMap((key) =>
    baseKey(key) === key ? [key] : forms.map((form) => `${baseKey(key)}_${form}`),
  );
  return [...new Set(keys)];
}

const sourceOf = (english: Texts, key: string): string => english[key] ?? english[`${baseKey(key)}_other`] ?? '';
