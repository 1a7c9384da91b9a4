import { beforeEach, expect, test, vi } from 'vitest';
import { areCookiesBlocked } from '../../../client/src/session/cookies-blocked.ts';
import { prepareClient } from '../../support/render-client.ts';

/** The cookies that scripts can read, each a name with its value. */
let cookies: string[];
let written: string[];
/** Another host has set these with `HttpOnly`: scripts can neither read nor replace them. */
let locked: string[];

beforeEach(async () => {
  cookies = ['theme=dark'];
  written = [];
  locked = [];
  await prepareClient();
  vi.stubGlobal('location', new URL('https://account.skerry.example/enter'));
  Object.defineProperty(document, 'cookie', {
    get: () => cookies.join('; '),
    set(text: string) {
      const [cookie = ''] = text.split('; ');
      const name = cookie.slice(0, cookie.indexOf('='));
      written.push(name);
      if (locked.includes(name)) return;
      cookies = cookies.filter((each) => !each.startsWith(`${name}=`));
      if (!text.includes('; Max-Age=0;')) cookies.push(cookie);
    },
  });
  return () => vi.unstubAllGlobals();
});

test('the check of a browser that keeps cookies leaves none behind', () => {
  expect(areCookiesBlocked()).toBe(false);
  expect(cookies).toEqual(['theme=dark']);
});

test('a browser that keeps no cookies blocks them', () => {
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined });
  expect(areCookiesBlocked()).toBe(true);
});

test('another host cannot make cookies look blocked by setting those of an earlier check', () => {
  areCookiesBlocked();
  locked = [...written];
  expect(areCookiesBlocked()).toBe(false);
});
