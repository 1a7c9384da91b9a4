import { expect, test } from 'vitest';
import { checkEmail } from '../../../client/src/email/check-email.ts';

test.each([
  ['', true, 'enter.emailRequired'],
  ['   ', false, 'enter.emailRequired'],
  ['anna@', false, 'enter.emailInvalid'],
  ['anna@example.com', true, null],
] as const)('the error of "%s", accepted by the browser: %s, is %s', (value, accepted, error) => {
  expect(checkEmail(value, accepted)).toBe(error);
});
