import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { createIdentity, TokenSeal } from '../../../gateway/session/sealed-token.ts';

const [first, second] = [1, 2].map((byte) => createSecretKey(Buffer.alloc(32, byte))) as [never, never];
const identity = { id: 'abcdefghijklmnopqrstuv', signedInAt: 1_763_800_000 };
const sealed = (token: string) => new TokenSeal([first]).seal('access_token', { token, identity });

test('an identity has 128 random bits and the sign-in time in seconds', () => {
  const identities = Array.from({ length: 100 }, () => createIdentity(1_999));
  expect(new Set(identities.map(({ id }) => id)).size).toBe(100);
  for (const { id, signedInAt } of identities) {
    expect(Buffer.from(id, 'base64url').length).toBe(16);
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(signedInAt).toBe(1);
  }
  expect(Math.abs(createIdentity().signedInAt - Date.now() / 1_000)).toBeLessThan(2);
});

test.each(['token', 'a token with spaces 1 2', 'abcdefghijklmnopqrstuv 1 x', 'two\nlines'])(
  '%j is restored with its identity',
  (token) => {
    const seal = new TokenSeal([first]);
    const value = sealed(token);
    // The second time from the cache.
    for (let times = 0; times < 2; times += 1) expect(seal.open('access_token', value)).toEqual({ token, identity });
  },
);

test('the first key seals, and each key opens', () => {
  const value = sealed('token');
  expect(new TokenSeal([second, first]).open('access_token', value)?.token).toBe('token');
  expect(new TokenSeal([second]).open('access_token', value)).toBeNull();
  expect(
    new TokenSeal([second]).open(
      'access_token',
      new TokenSeal([second, first]).seal('access_token', { token: 'x', identity }),
    ),
  ).toEqual({ token: 'x', identity });
});

test('a value opens only under its own name, also after it was opened', () => {
  const seal = new TokenSeal([first]);
  const value = sealed('token');
  expect(seal.open('refresh_token', value)).toBeNull();
  expect(seal.open('access_token', value)).not.toBeNull();
  expect(seal.open('refresh_token', value)).toBeNull();
});

test.each([
  ['an empty token', { token: '', identity }],
  ['a short id', { token: 'token', identity: { ...identity, id: 'abc' } }],
  ['a long id', { token: 'token', identity: { ...identity, id: `${identity.id}x` } }],
  ['no time', { token: 'token', identity: { ...identity, signedInAt: '' as never } }],
  ['a time that is no number', { token: 'token', identity: { ...identity, signedInAt: '1e3' as never } }],
  ['a time with 13 digits', { token: 'token', identity: { ...identity, signedInAt: 1_763_800_000_000 } }],
])('a sealed value with %s does not open', (_, token) => {
  const seal = new TokenSeal([first]);
  expect(seal.open('access_token', seal.seal('access_token', token))).toBeNull();
});

test('without keys, nothing is sealed and nothing opens', () => {
  const seal = new TokenSeal([]);
  expect([seal.isEnabled, new TokenSeal([first]).isEnabled]).toEqual([false, true]);
  expect(() => seal.seal('access_token', { token: 'token', identity })).toThrow('COOKIE_KEYS is not set');
  expect(seal.open('access_token', sealed('token'))).toBeNull();
});
