import { beforeEach, expect, test } from 'vitest';
import { readEmailChange, saveEmailChange } from '../../../../client/src/features/change-email/email-change-state.ts';
import { beginSession, endSession, sessionTag } from '../../../../client/src/session/session.ts';
import { recordSessionChange } from '../../../../client/src/session/session-changes.ts';

beforeEach(() => {
  sessionTag.set('first');
  beginSession();
});

test('the token of an email change stays valid while the session lasts', () => {
  const saved = saveEmailChange('secret');
  expect(readEmailChange(saved)).toMatchObject({ token: 'secret' });
});

test.each([
  ['a sign-in in this browser', () => recordSessionChange()],
  ['a sign-in of which only the session’s tag tells', () => sessionTag.set('second')],
  ['a sign-out where web storage is blocked', () => endSession(null)],
])('the token of an email change is ignored after %s', (_, change) => {
  const saved = saveEmailChange('secret');
  change();
  expect(readEmailChange(saved)).toEqual({});
});
