import { baseKey, type Texts } from './locale-checks.ts';

/** What a translator should know about a text. */
export interface Description {
  readonly description: string;
  /** In characters, without placeholders and marks. */
  readonly maxLength: number;
  readonly placeholders?: Readonly<Record<string, string>>;
}

export type Descriptions = Readonly<Record<string, Description>>;

/** Every text has its description, every placeholder its explanation, and nothing else is described. */
export function checkDescriptions(english: Texts, descriptions: Descriptions): string[] {
  const texts = new Map<string, string>();
  for (const [key, text] of Object.entries(english))
    texts.set(baseKey(key), `${texts.get(baseKey(key)) ?? ''} ${text}`);
  return [
    ...[...texts.keys()].filter((key) => !descriptions[key]?.description).map((key) => `${key} has no description`),
    ...Object.entries(descriptions).flatMap(([key, { placeholders = {} }]) => {
      const text = texts.get(key);
      if (text === undefined) return [`${key} is described and is no text`];
      const wanted = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
      const explained = Object.keys(placeholders);
      return [...wanted].toSorted().join() === explained.toSorted().join()
        ? []
        : [`${key} explains the placeholders "${explained.join()}" instead of "${[...wanted].join()}"`];
    }),
  ];
}

/** Texts that are longer than their description allows. */
export const checkLengths = (texts: Texts, descriptions: Descriptions): string[] =>
  Object.entries(texts).flatMap(([key, text]) => {
    const { length } = text.replace(/<\/?\w+>|\{\{\w+\}\}/g, '');
    const { maxLength = Number.POSITIVE_INFINITY } = descriptions[baseKey(key)] ?? {};
    return length > maxLength ? [`${key} has ${length} characters, more than ${maxLength}: ${text}`] : [];
  });
