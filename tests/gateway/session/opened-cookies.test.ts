import { expect, test } from 'vitest';
import { OpenedCookies } from '../../../gateway/session/opened-cookies.ts';

test('returns the token of a cookie only for its name and value', () => {
  const opened = new OpenedCookies();
  opened.set('access_token', 'v1.sealed', 'token');
  expect(opened.get('access_token', 'v1.sealed')).toBe('token');
  expect(opened.get('refresh_token', 'v1.sealed')).toBeNull();
  expect(opened.get('access_token', 'v1.sealee')).toBeNull();
});

test('evicts the oldest entries over the maximum number', () => {
  const opened = new OpenedCookies({ maxEntries: 2, maxBytes: 1_000 });
  for (const each of ['a', 'b', 'c']) opened.set('name', each, each);
  expect(['a', 'b', 'c'].map((each) => opened.get('name', each))).toEqual([null, 'b', 'c']);
});

test('by default, keeps 10,000 entries', () => {
  const opened = new OpenedCookies();
  for (let index = 0; index <= 5_000; index += 1) opened.set('name', `sealed-${index}`, 'token');
  expect([0, 1].map((index) => opened.get('name', `sealed-${index}`))).toEqual([null, 'token']);
});

test('evicts the oldest entries over the maximum size, and counts a repeated cookie once', () => {
  const opened = new OpenedCookies({ maxEntries: 100, maxBytes: 40 });
  for (let count = 0; count < 10; count += 1) opened.set('name', 'sealed-1', 'token');
  opened.set('name', 'sealed-2', 'token');
  opened.set('name', 'sealed-3', 'token');
  expect(opened.get('name', 'sealed-1')).toBe('token');
  opened.set('name', 'sealed-4', 'token');
  expect([1, 2, 3, 4].map((each) => opened.get('name', `sealed-${each}`))).toEqual([null, 'token', 'token', 'token']);
});
