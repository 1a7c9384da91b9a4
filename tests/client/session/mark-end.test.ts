import { expect, test } from 'vitest';
import { markEnd } from '../../../client/src/session/mark-end.ts';

test.each([
  ['delete account', 'ErrAccountTerminated'],
  ['refresh token expired', 'SIGNED_OUT'],
  ['', 'SIGNED_OUT'],
])('a session that ends with "%s" leads to the sign-in page with %s', (message, marker) => {
  expect(markEnd({ message })).toBe(marker);
});
