import { expect, test } from 'vitest';
import { suggestEmail } from '../../../../client/src/features/enter/suggest-email.ts';

test.each([
  ['anna@gmial.com', 'anna@gmail.com'],
  ['anna@GMIAL.com ', 'anna@gmail.com'],
  ['anna@gmail.com', null],
  ['gmial.com', null],
  ['@gmial.com', null],
  ['', null],
])('suggests for %s: %s', (email, suggestion) => {
  expect(suggestEmail(email)).toBe(suggestion);
});
