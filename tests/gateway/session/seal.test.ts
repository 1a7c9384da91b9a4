import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { open, seal } from '../../../gateway/session/seal.ts';

const newKey = () => createSecretKey(randomBytes(32));
const [key, older, foreign] = [newKey(), newKey(), newKey()];

test('a sealed value opens with any of the keys, and only under its name', () => {
  const sealed = seal(older, 'access_token', 'secret');
  expect(open([key, older], 'access_token', sealed)).toBe('secret');
  expect(open([key, older], 'refresh_token', sealed)).toBeNull();
  expect(open([key, foreign], 'access_token', sealed)).toBeNull();
});

test('existing cookies of browsers still open after an upgrade', () => {
  const old = 'v1.kkJfqDg6dPlx9cxqUPCbFJrHaOlosJkvO6W2eAiUH5Xokg';
  expect(open([createSecretKey(Buffer.alloc(32, 7))], 'access_token', old)).toBe('secret');
});

test.each(['', 'ü', 'я'.repeat(5_000)])('a text of any length is restored completely', (text) => {
  expect(open([key], 'a', seal(key, 'a', text))).toBe(text);
});

test('two seals of one text differ and do not reveal it', () => {
  const [first, second] = [seal(key, 'a', 'secret'), seal(key, 'a', 'secret')];
  expect(first).not.toBe(second);
  expect(Buffer.from(first.slice(3), 'base64url').toString('latin1')).not.toContain('secret');
});

test('a sealed value opens in one spelling only', () => {
  const sealed = seal(key, 'a', 'secret');
  const last = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].map(
    (character) => sealed.slice(0, -1) + character,
  );
  const others = [`${sealed}=`, `${sealed}!!`, `${sealed.slice(0, 9)}~${sealed.slice(9)}`];
  expect([...last, ...others].filter((spelling) => open([key], 'a', spelling) === 'secret')).toEqual([sealed]);
});

test('a modified or invalid seal does not open, and throws no error', () => {
  const sealed = seal(key, 'a', 'secret');
  const flipped = [...sealed].map((_, index) => {
    const replacement = sealed[index] === 'A' ? 'B' : 'A';
    return sealed.slice(0, index) + replacement + sealed.slice(index + 1);
  });
  for (const tampered of flipped) expect(open([key], 'a', tampered)).toBeNull();
  for (const text of ['', 'v1.', 'v1.AAAA', 'v0.AAAA', 'secret', sealed.slice(0, -4), `v2.${sealed.slice(3)}`]) {
    expect(open([key], 'a', text)).toBeNull();
  }
});
