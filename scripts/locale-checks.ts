export type Texts = Readonly<Record<string, string>>;

const pluralSuffix = /_(zero|one|two|few|many|other)$/;

/** The name that code uses for a text: a plural's forms share one. */
export const baseKey = (key: string): string => key.replace(pluralSuffix, '');

const baseKeys = (texts: Texts): Set<string> => new Set(Object.keys(texts).map(baseKey));

/** Keys that one language has and the other lacks. */
export function compareKeys(english: Texts, other: Texts): string[] {
  const [wanted, found] = [baseKeys(english), baseKeys(other)];
  return [
    ...[...wanted].filter((key) => !found.has(key)).map((key) => `${key} is missing`),
    ...[...found].filter((key) => !wanted.has(key)).map((key) => `${key} is not an English key`),
  ];
}

/** Every plural has each form that its language counts with, and no other. */
export function checkPlurals(texts: Texts, locale: string): string[] {
  const wanted = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const plurals = new Set(
    Object.keys(texts)
      .filter((key) => pluralSuffix.test(key))
      .map(baseKey),
  );
  return [...plurals].flatMap((key) => {
    const found = Object.keys(texts).flatMap((each) => (baseKey(each) === key ? [each.slice(key.length + 1)] : []));
    return found.toSorted().join() === wanted.toSorted().join()
      ? []
      : [`${key} has the plural forms ${found.join(', ')} instead of ${wanted.join(', ')}`];
  });
}

/** `{{names}}` and `<marks>` of a text, each once. */
const holes = (text: string): string =>
  [...new Set(text.match(/\{\{\w+\}\}|<\/?\w+>/g) ?? [])]
    // The form for one may omit the number.
    .filter((hole) => hole !== '{{count}}')
    .toSorted()
    .join(' ');

export function comparePlaceholders(english: Texts, other: Texts): string[] {
  return Object.entries(other).flatMap(([key, text]) => {
    const model = english[key] ?? english[`${baseKey(key)}_other`];
    return model === undefined || holes(model) === holes(text)
      ? []
      : [`${key} has the placeholders "${holes(text)}" instead of "${holes(model)}"`];
  });
}

/** Words that a language shares with English; everything else that is the same was not translated. */
export function checkTranslated(english: Texts, other: Texts, shared: readonly string[]): string[] {
  const same = Object.keys(other).filter(
    (key) => english[key] === other[key] && /\p{L}{3}/u.test(withoutHoles(other[key])),
  );
  return [
    ...same.filter((key) => !shared.includes(key)).map((key) => `${key} is still English: ${other[key]}`),
    ...shared.filter((key) => !same.includes(key)).map((key) => `${key} is listed as shared with English and is not`),
  ];
}

/** The words alone, with something in place of the placeholders. */
const withoutHoles = (text = '', placeholder = ''): string =>
  text.replace(/<\/?\w+>/g, '').replace(/\{\{\w+\}\}/g, placeholder);

/** The quotation marks of each language; straight ones are wrong in each. */
const quotes: Readonly<Record<string, string>> = { en: '“”', uk: '«»„“', de: '„“‚', fr: '«»', es: '«»', pt: '“”' };

export function checkQuotes(texts: Texts, locale: string): string[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    const wrong = [...withoutHoles(text)].filter(
      (sign) => `"'`.includes(sign) || ('“”„‚«»'.includes(sign) && !(quotes[locale]?.includes(sign) ?? true)),
    );
    return wrong.length > 0 ? [`${key} has the quotation mark ${wrong[0]}`] : [];
  });
}

/** French puts U+202F before ; ! and ?, and U+00A0 before a colon and inside «quotation marks». */
export const checkFrenchSpaces = (texts: Texts): string[] =>
  Object.entries(texts).flatMap(([key, text]) => {
    const plain = withoutHoles(text, 'x');
    return [
      ...(/(?<!\u202f)[;!?](?=\s|$)/u.test(plain) ? [`${key} needs U+202F before ; ! ?`] : []),
      ...(/(?<!\u00a0):(?=\s|$)|(?<!\u00a0)»|«(?!\u00a0)/u.test(plain)
        ? [`${key} needs U+00A0 before : or inside « »`]
        : []),
    ];
  });

/** A space before "…" or "%" does not break; German always has one before "…". */
export const checkNoBreakSpaces = (texts: Texts, locale: string): string[] =>
  Object.entries(texts).flatMap(([key, text]) => {
    const wrong = / […%]/.test(text) || (locale === 'de' && /[^\s]…/u.test(text));
    return wrong ? [`${key} needs U+00A0 before … or %: ${text}`] : [];
  });

/** Percentages and large numbers are placeholders, which Intl writes as the language does. A year is no such number. */
export const checkNumbers = (texts: Texts): string[] =>
  Object.entries(texts).flatMap(([key, text]) => [
    ...(/(?:\d|\}\})\s?%/u.test(text) ? [`${key} writes a percentage by hand: ${text}`] : []),
    ...(/(?<![\d.])(?!(?:1[89]|20)\d\d(?!\d))\d{4,}|\d[.,\u00a0\u202f]\d{3}(?!\d|\.)/u.test(text)
      ? [`${key} writes a large number by hand: ${text}`]
      : []),
  ]);

/** The specification has one text for two uses, which the other languages tell apart. */
const toldApart: readonly string[] = ['error.tryLater'];

/** One English text has one translation, wherever it appears. */
export function checkConsistency(english: Texts, other: Texts): string[] {
  const first = new Map<string, string>();
  return Object.entries(english).flatMap(([key, text]) => {
    const earlier = first.get(text);
    if (earlier === undefined) first.set(text, key);
    return earlier === undefined || toldApart.includes(key) || other[key] === other[earlier]
      ? []
      : [`${key} says "${other[key]}" where ${earlier} says "${other[earlier]}"`];
  });
}

/** Keys that no file names, and keys in `t(…)` that are no English key. */
export function checkUse(english: Texts, sources: readonly string[]): string[] {
  const code = sources.join('\n');
  const named = new Set([...code.matchAll(/['"`]([\w.]+)['"`]/g)].map(([, key]) => key));
  const patterns = [...code.matchAll(/`((?:[\w.]|\$\{[^}`]*\})+\.(?:[\w.]|\$\{[^}`]*\})+)`/g)].map(
    ([, template = '']) => new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '\\w+')}$`),
  );
  const keys = baseKeys(english);
  const isUsed = (key: string) => named.has(key) || patterns.some((pattern) => pattern.test(key));
  const used = [...code.matchAll(/\bt\(\s*['"]([\w.]+)['"]/g)].map(([, key = '']) => key);
  return [
    ...[...keys].filter((key) => !isUsed(key)).map((key) => `${key} is used nowhere`),
    ...used.filter((key) => !keys.has(key)).map((key) => `${key} is used in code and is not a text`),
  ];
}

/** A row of the glossary: an English term and the stems by which each language says it. */
export interface GlossaryTerm {
  readonly stems: Partial<Readonly<Record<string, readonly string[]>>>;
  /** The start of the keys that the row is about; empty for all that no other row of the same term is about. */
  readonly keys: string;
}

/** The rows of a Markdown table whose head names the languages; several stems in one cell are separated by ` / `. */
export function parseGlossary(markdown: string): GlossaryTerm[] {
  const rows = markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  const [head = [], , ...body] = rows;
  return body.map((cells) => {
    const { keys = '', ...stems } = Object.fromEntries(head.map((name, column) => [name, cells[column] ?? '']));
    return {
      keys,
      stems: Object.fromEntries(
        Object.entries(stems).flatMap(([locale, cell]) => (cell === '' ? [] : [[locale, cell.split(' / ')]])),
      ),
    };
  });
}

/** Where English uses a term, the other language uses the word chosen for it. */
export function checkGlossary(
  english: Texts,
  other: Texts,
  locale: string,
  glossary: readonly GlossaryTerm[],
): string[] {
  const specialKeys = (term: GlossaryTerm) =>
    glossary.filter(({ keys, stems }) => keys && !term.keys && stems.en?.join() === term.stems.en?.join());
  const isAbout = (term: GlossaryTerm, key: string) =>
    key.startsWith(term.keys) && !specialKeys(term).some(({ keys }) => key.startsWith(keys));
  return glossary.flatMap((term) =>
    Object.entries(other).flatMap(([key, text]) => {
      const { en = [], [locale]: wanted } = term.stems;
      if (!wanted || !isAbout(term, key)) return [];
      const model = withoutHoles(english[key] ?? english[`${baseKey(key)}_other`]);
      const uses = wanted.some((stem) => text.toLowerCase().includes(stem.toLowerCase()));
      return !uses && en.some((word) => new RegExp(`\\b${word}\\b`, 'i').test(model))
        ? [`${key} says "${text}" without "${wanted.join(' / ')}" for "${en.join(' / ')}"`]
        : [];
    }),
  );
}
