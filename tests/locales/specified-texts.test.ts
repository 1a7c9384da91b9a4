import { expect, test } from 'vitest';
import english from '../../locales/en.json' with { type: 'json' };
import specified from '../fixtures/specified-texts.json' with { type: 'json' };

const texts: Readonly<Record<string, string>> = english;

/** In the notation of the specification: no markup, placeholders in single braces, straight apostrophes. */
const asSpecified = (text = ''): string =>
  text
    .replace(/<\/?\w+>/g, '')
    .replace(/\{\{(\w+)\}\}/g, '{$1}')
    .replaceAll('’', "'");

test.each(Object.entries(specified))('%s matches the specification: “%s”', (key, text) => {
  expect(asSpecified(texts[key])).toBe(text);
});
