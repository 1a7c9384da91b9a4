import { expect, test } from 'vitest';
import { sessionEndReason } from '../../../client/src/api/request-problem.ts';

test.each([
  ['delete account', 'ErrAccountTerminated'],
  ['refresh token expired', 'SIGNED_OUT'],
  ['', 'SIGNED_OUT'],
])('a session that ends with "%s" has the reason %s', (message, marker) => {
  expect(sessionEndReason({ message })).toBe(marker);
});
