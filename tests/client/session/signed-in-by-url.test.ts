import { beforeEach, expect, test, vi } from 'vitest';
import { prepareClient } from '../../support/render-client.ts';

interface Cookie {
  readonly value: string;
  /** Another host has set it with a path or a domain that this page does not write. */
  readonly isForeign: boolean;
}
const own = (value: string): Cookie => ({ value, isForeign: false });
const foreign = (value: string): Cookie => ({ value, isForeign: true });

/** The `signed_in_by` that scripts can read. Browsers put those of longer paths first. */
let cookies: readonly Cookie[];
let messages: unknown[];
let page: typeof import('../../../client/src/session/signed-in-by-url.ts');

beforeEach(async () => {
  messages = [];
  await prepareClient();
  vi.stubGlobal('location', new URL('https://account.skerry.example/profile'));
  const postMessage = (message: unknown) => messages.push(message);
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      readonly postMessage = postMessage;
    },
  );
  const ownCookie = /^signed_in_by=(\w*); Path=\/; Max-Age=(\d+); SameSite=Lax; Secure; Domain=skerry\.example$/;
  Object.defineProperty(document, 'cookie', {
    get: () => ['theme=dark', ...cookies.map(({ value }) => `signed_in_by=${value}`)].join('; '),
    set(cookie: string) {
      const [, value = '', maxAge] = ownCookie.exec(cookie) ?? [];
      cookies = [...cookies.filter(({ isForeign }) => isForeign), ...(maxAge === '0' ? [] : [own(value)])];
    },
  });
  vi.resetModules();
  page = await import('../../../client/src/session/signed-in-by-url.ts');
  return () => {
    vi.unstubAllGlobals();
    vi.resetModules();
  };
});

test.each([
  ['nothing', 'no cookie', []],
  ['a sign-in', 'the gateway’s', [own('url')]],
  ['an ignored link', 'the gateway’s', [own('kept')]],
  ['nothing', 'those of another host', [foreign('url'), foreign('kept')]],
  ['a sign-in', 'the gateway’s and the same of another host', [foreign('url'), own('url')]],
  ['a sign-in', 'the gateway’s and a contrary one of another host', [foreign('kept'), own('url')]],
  ['an ignored link', 'the gateway’s and a contrary one of another host', [foreign('url'), own('kept')]],
])('finds %s, once, with %s', (found, _, held) => {
  cookies = held;
  const byUrl = found === 'a sign-in';
  expect([page.takeLinkSignIn(), page.takeIgnoredLink()]).toEqual([byUrl, found === 'an ignored link']);
  expect([page.takeLinkSignIn(), page.takeIgnoredLink()]).toEqual([false, false]);
  expect(messages).toEqual(byUrl ? [{ signedIn: null }] : []);
  expect(cookies).toEqual(held.filter(({ isForeign }) => isForeign));
});

test('a page that leads on notifies the other tabs of the gateway’s cookie only, and leaves it to the next page', () => {
  cookies = [foreign('url')];
  page.notifyLinkSignIn();
  expect(messages).toEqual([]);
  cookies = [foreign('url'), own('url')];
  page.notifyLinkSignIn();
  expect(messages).toEqual([{ signedIn: null }]);
  expect(page.takeLinkSignIn()).toBe(true);
});
