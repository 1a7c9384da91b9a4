import { expect, test } from 'vitest';
import { signInEventName } from '../../../client/src/session/sign-in-event.ts';

const now = Date.UTC(2026, 10, 20, 12);

test.each([
  [0, 'sign_up'],
  [299_999, 'sign_up'],
  [300_000, 'sign_in'],
] as const)('an account registered %i ms ago is a %s', (age, event) => {
  expect(signInEventName(new Date(now - age), now)).toBe(event);
});

test('an account of unknown age is a sign_in', () => {
  expect(signInEventName(null, now)).toBe('sign_in');
});
