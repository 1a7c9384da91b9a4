import { expect, test } from 'vitest';
import { isBrokenLink } from './broken-links.ts';
import { findContradictions } from './contradictions.ts';

test('finds texts that contradict each other in two sections', () => {
  expect(findContradictions(['You’ve used all 5 invites', 'Send your link to a friend.'])).toHaveLength(1);
  expect(findContradictions(['Next billing: 1 May', 'Send your link to a friend.'])).toEqual([]);
});

test('finds texts that contradict each other in one section only', () => {
  expect(findContradictions(['You won’t be billed. Price: €9.99'])).toHaveLength(1);
  expect(findContradictions(['You won’t be billed.', 'Price: €9.99'])).toEqual([]);
});

test.each([
  ['Your subscription will still be billed until you cancel it.', 'You won’t be billed.'],
  ['Your subscription will still be billed until you cancel it.', 'After that, … Free plan, and you won’t be charged.'],
  ['Your subscription will still be billed through Google Play.', '<dt>Expires on</dt><dd>May 1, 2027</dd>'],
  ['Your subscription will still be billed through Setapp.', 'Expires on\n\nMay 1, 2027'],
  ['The discount applies to your next payment.', 'Expires on\n\nMay 1, 2027'],
])('%j contradicts %j', (one, other) => {
  expect(findContradictions([one, other])).toHaveLength(1);
});

test('a verified citizen with a billed plan may be told about charges', () => {
  const billed = 'Your subscription will still be billed until you cancel it.';
  expect(findContradictions([billed, '<dt>Expires on</dt><dd><svg aria-label="Unlimited"></svg></dd>'])).toEqual([]);
  expect(findContradictions([billed, 'Expires on\n\nPremium is yours, free of charge.'])).toEqual([]);
});

const origin = 'https://account.skerry.example';

test.each([
  ...[null, '', ' ', '#', '#top', 'undefined', '/undefined', `${origin}/billing`, 'javascript:void(0)'],
  ...['/profile?profile_section=PLANS', '/profile?profile_section=undefined', 'https://example.com/?id=undefined'],
])('the link %j is broken', (href) => {
  expect(isBrokenLink(href, origin)).toBe(true);
});

test.each([
  ...['/profile', '/profile?profile_section=BILLING', '?profile_section=DEVICES&section=ROUTER', '/enter?error=x'],
  '/web/v1/account/oauth/google/login',
  ...['https://example.com/', 'mailto:?subject=Skerry'],
])('the link %j works', (href) => {
  expect(isBrokenLink(href, `${origin}/profile`)).toBe(false);
});
