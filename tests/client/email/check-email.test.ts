import { expect, test } from 'vitest';
import { checkEmail } from '../../../client/src/email/check-email.ts';
import { isEmailAddress } from '../../../client/src/email/is-email-address.ts';

test.each([
  ['', true, 'enter.emailRequired'],
  ['   ', false, 'enter.emailRequired'],
  ['anna@', false, 'enter.emailInvalid'],
  ['foo@bar', true, 'enter.emailInvalid'],
  ['anna@example.com', true, null],
] as const)('the error of "%s", accepted by the browser: %s, is %s', (value, accepted, error) => {
  expect(checkEmail(value, accepted)).toBe(error);
});

test.each([
  'anna@example.com',
  'anna.lindqvist+news@mail.example.co.uk',
  'анна@пошта.укр',
  `${'a'.repeat(48)}@example.com`,
])('%s is accepted as an email address from a link', (text) => {
  expect(isEmailAddress(text)).toBe(true);
});

test.each([
  '',
  'anna',
  'anna@example',
  'Your account is blocked, call +1 555 0100',
  'call-us@now.example or lose your account',
  'anna@example.com\u202e',
  '\u2066anna@example.com',
  'anna\u200b@example.com',
  'anna@example.com\nnow',
  '<b>anna@example.com</b>',
  'anna@evil@example.com',
  `${'a'.repeat(250)}@example.com`,
])('“%s” is not accepted as an email address from a link', (text) => {
  expect(isEmailAddress(text)).toBe(false);
});
