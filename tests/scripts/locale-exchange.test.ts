import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { locales } from '#shared/locale.ts';
import type { Texts } from '../../scripts/locale-checks.ts';
import type { Descriptions } from '../../scripts/locale-descriptions.ts';
import { exportTexts, importTexts } from '../../scripts/locale-exchange.ts';
import { fromRoot } from '../../scripts/root.ts';

const read = (name: string) => JSON.parse(readFileSync(fromRoot('locales', name), 'utf8'));
const english: Texts = read('en.json');
const descriptions: Descriptions = read('descriptions.json');

describe('texts that are exported and imported again', () => {
  test.each(locales)('are the same in %s, to the last space', (locale) => {
    const texts: Texts = read(`${locale}.json`);
    expect(importTexts(english, exportTexts(english, texts, descriptions, locale), locale)).toEqual(texts);
  });

  test('are the same whatever characters they have', () => {
    const key = fc.stringMatching(/^[a-z]{1,8}\.[a-zA-Z]{1,8}$/);
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => !/[\r\0]/.test(value));
    fc.assert(
      fc.property(fc.dictionary(key, fc.tuple(text, text), { minKeys: 1 }), (pairs) => {
        const source = Object.fromEntries(Object.entries(pairs).map(([name, [en]]) => [name, en]));
        const texts = Object.fromEntries(Object.entries(pairs).map(([name, [, other]]) => [name, other]));
        expect(importTexts(source, exportTexts(source, texts, {}, 'de'), 'de')).toEqual(texts);
      }),
    );
  });
});

test('a translator sees the English text and the description', () => {
  const source = { 'a.days_one': '{{count}} day', 'a.days_other': '{{count}} days' };
  const described = { 'a.days': { description: 'A badge', maxLength: 20, placeholders: { count: 'a number' } } };
  const file = exportTexts(source, {}, described, 'uk');
  expect(file).toContain('#. A badge\n#. {{count}}: a number\n#. At most 20 characters');
  expect(file).toContain('msgctxt "a.days_many"\nmsgid "{{count}} days"\nmsgstr ""');
});

test.each([
  ['a missing text', '', 'b.b is missing'],
  ['an empty text', 'msgctxt "b.b"\nmsgid "Two"\nmsgstr ""', 'b.b is not translated'],
  ['an uncertain text', '#, fuzzy\nmsgctxt "b.b"\nmsgid "Two"\nmsgstr "Zwei"', 'b.b is marked as uncertain'],
  ['a text from an older English one', 'msgctxt "b.b"\nmsgid "2"\nmsgstr "Zwei"', 'b.b was translated from another'],
  ['an unknown key', 'msgctxt "b.c"\nmsgid "Two"\nmsgstr "Zwei"', 'b.c is not a key'],
])('%s is refused', (_, entry, problem) => {
  const head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n';
  const file = `${head}msgctxt "a.a"\nmsgid "One"\nmsgstr "Eins"\n\n${entry}\n`;
  expect(() => importTexts({ 'a.a': 'One', 'b.b': 'Two' }, file, 'de')).toThrow(problem);
});
