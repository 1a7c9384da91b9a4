import { expect, test } from 'vitest';
import english from '../../locales/en.json' with { type: 'json' };
import specified from '../fixtures/specified-texts.json' with { type: 'json' };

const texts: Readonly<Record<string, string>> = english;

/** As the specification writes it: without marks, placeholders in single braces, the typewriter's apostrophe. */
const asSpecified = (text = ''): string =>
  text
    .replace(/<\/?\w+>/g, '')
    .replace(/\{\{(\w+)\}\}/g, '{$1}')
    .replaceAll('’', "'");

test.each(Object.entries(specified))('%s is word for word “%s”', (key, text) => {
  expect(asSpecified(texts[key])).toBe(text);
});
