import { expect, test } from 'vitest';
import { sessionEndReason } from '../../../client/src/session/session-end-reason.ts';

test.each([
  ['delete account', 'ErrAccountTerminated'],
  ['refresh token expired', 'SIGNED_OUT'],
  ['', 'SIGNED_OUT'],
])('a session that ends with "%s" has the reason %s', (message, reason) => {
  expect(sessionEndReason({ message })).toBe(reason);
});
