import { expect, test } from 'vitest';
import { checkEmail } from '../../../client/src/email/check-email.ts';

test.each([
  ['', true, 'enter.emailRequired'],
  ['   ', false, 'enter.emailRequired'],
  ['anna@', false, 'enter.emailInvalid'],
  ['anna@example.com', true, null],
] as const)('of "%s", which the browser accepts: %s, is said: %s', (value, accepted, error) => {
  expect(checkEmail(value, accepted)).toBe(error);
});
