import { expect, test } from 'vitest';
import { checkDescriptions, checkLengths } from '../../scripts/locale-descriptions.ts';

const described = { description: 'A button', maxLength: 10 };

test.each([
  [{ 'a.a': 'One' }, {}, 'a.a has no description'],
  [{ 'a.a': 'One' }, { 'a.a': described, 'a.b': described }, 'a.b is described and is no text'],
  [{ 'a.a': '{{x}}' }, { 'a.a': described }, 'a.a explains the placeholders "" instead of "x"'],
  [
    { 'a.a': 'x' },
    { 'a.a': { ...described, placeholders: { x: 'X' } } },
    'a.a explains the placeholders "x" instead of ""',
  ],
])('%o with the descriptions %o: %s', (english, descriptions, problem) => {
  expect(checkDescriptions(english, descriptions)).toEqual([problem]);
});

test('a plural is described once', () => {
  const english = { 'a.days_one': '{{count}} day', 'a.days_other': '{{count}} days' };
  expect(checkDescriptions(english, { 'a.days': { ...described, placeholders: { count: 'a number' } } })).toEqual([]);
});

test('a text that is too long is reported; placeholders and marks do not count', () => {
  const descriptions = { 'a.a': described };
  expect(checkLengths({ 'a.a': '<b>{{placeholder}}</b> 123456789' }, descriptions)).toEqual([]);
  expect(checkLengths({ 'a.a': '12345678901' }, descriptions)).toHaveLength(1);
});
