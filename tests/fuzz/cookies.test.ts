import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readConfig } from '../../gateway/config.ts';
import { parseCookies } from '../../gateway/session/cookies.ts';
import { createIdentity } from '../../gateway/session/sealed-token.ts';
import { SessionCookies } from '../../gateway/session/session-cookies.ts';
import { demoEnvironment } from '../../scripts/demo-environment.ts';
import { cases, characters } from './cases.ts';

const environment = {
  ...demoEnvironment({ port: 1, sandboxPort: 2, adminPort: 3 }),
  PUBLIC_ORIGIN: 'https://account.skerry.example',
  COOKIE_DOMAIN: 'skerry.example',
};
const plain = new SessionCookies(readConfig(environment));
const sealed = new SessionCookies(readConfig({ ...environment, COOKIE_KEYS: randomBytes(32).toString('base64') }));

/** Node passes headers as one character per byte. */
const header = fc.string({ unit: characters(0x01, 0xff), maxLength: 400 });
const name = fc.constantFrom('access_token', 'refresh_token', 'locale', 'auth_type', 'theme', 'x', 'ACCESS_TOKEN');
const value = fc.string({ unit: characters(0x21, 0x7e), maxLength: 60 }).map((text) => text.replaceAll(';', ''));
const pairs = fc.array(fc.tuple(name, value), { maxLength: 12 });
const path = fc.string({ unit: characters(0x21, 0x7e), maxLength: 200 }).map((text) => `/${text}`);
const token = fc
  .string({ unit: characters(0x20, 0x7e), minLength: 1, maxLength: 2_000 })
  .filter((text) => text === text.trim());

/** The Cookie header that a browser would send back. */
const cookieHeader = (setCookies: readonly string[]) => setCookies.map((line) => line.split(';')[0]).join('; ');

test('a cookie sent once keeps its value; a duplicate one has none', () => {
  fc.assert(
    fc.property(pairs, (sent) => {
      const { values, duplicates } = parseCookies(sent.map(([key, text]) => `${key}=${text}`).join('; '));
      for (const [key, text] of sent) {
        const times = sent.filter(([other]) => other === key).length;
        expect(values.get(key)).toBe(times === 1 ? text : undefined);
        expect(duplicates.get(key)).toEqual(
          times === 1 ? undefined : sent.filter(([other]) => other === key).map(([, other]) => other),
        );
      }
    }),
    cases(5),
  );
});

test('no header throws or creates a session from a duplicate token', () => {
  const headers = fc.oneof(
    header,
    pairs.map((sent) => sent.map(([key, text]) => `${key}=${text}`).join(';')),
    fc.tuple(pairs, header).map(([sent, rest]) => `${sent.map((pair) => pair.join('=')).join('; ')}; ${rest}`),
  );
  fc.assert(
    fc.property(headers, path, (cookies, requestPath) => {
      for (const reader of [plain, sealed]) {
        const session = reader.read(cookies, requestPath);
        const { duplicates } = parseCookies(cookies);
        if ([...duplicates.keys()].some((key) => key.endsWith('_token')))
          expect([session.access, session.refresh]).toEqual([null, null]);
        // One line each, with characters that a header can contain.
        for (const line of session.cleanup) expect(line).toMatch(/^[\x20-\x7e]+$/);
        for (const line of session.cleanup)
          expect(line).toMatch(
            /^(?:\w+=; Max-Age=0|cleanup=\d+; Max-Age=60); (?:Domain=(?:account\.)?skerry\.example; )?Path=\//,
          );
      }
      // A sealed cookie cannot be forged.
      expect([sealed.read(cookies, '/').access, sealed.read(cookies, '/').refresh]).toEqual([null, null]);
    }),
    cases(5),
  );
});

test('any token pair survives the round trip through its cookies, sealed or not, unless it does not fit', () => {
  fc.assert(
    fc.property(token, token, (access, refresh) => {
      for (const cookies of [plain, sealed]) {
        if (!cookies.usableTokens({ access, refresh })?.refresh) continue;
        const setCookies = cookies.setTokens({ access, refresh }, createIdentity());
        const session = cookies.read(cookieHeader(setCookies), '/');
        expect([session.access, session.refresh, session.cleanup]).toEqual([access, refresh, []]);
        for (const line of setCookies) expect((line.split(';')[0] ?? '').length).toBeLessThanOrEqual(4097);
      }
    }),
    cases(2),
  );
});

test('parses a header with ten thousand cookies', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `c${index}=${index}`).join(';');
  expect(parseCookies(`${many}; a=1`).values.get('a')).toBe('1');
  expect(parseCookies(';'.repeat(100_000)).values.size).toBe(0);
  expect(parseCookies('a='.repeat(100_000)).values.size).toBe(1);
});
