import { calls } from '#shared/calls.ts';
import { pagePaths } from '#shared/page-paths.ts';

/** The same requests and responses for every target. */
export const paths = {
  small: calls.profile.path,
  large: calls.routerSetup.path,
  post: calls.updateSettings.path,
  signIn: calls.signInWithPermanentToken.path,
  refresh: calls.refreshTokens.path,
};

const text = (length: number, index: number) => `${index} lorem ipsum `.repeat(length).slice(0, length);
const listOf = (count: number, length: number) =>
  JSON.stringify({ items: Array.from({ length: count }, (_, index) => ({ id: index, text: text(length, index) })) });

/** JSON: responses of 2.5 kB and 100 kB, a request body of 1 kB and its response. */
export const bodies = { small: listOf(23, 87), large: listOf(400, 230), sent: listOf(9, 87), posted: '{"done":true}' };

const token = (name: string) => `${name}.${'abcdefghij'.repeat(30)}`;
export const tokens = { access: token('access'), refresh: token('refresh'), expired: token('expired') };

/** Controls the upstream directly; no target forwards these. */
export const upstreamControl = { last: '/last', expire: '/expire', refreshes: '/refreshes' };

export const requestHeaders = (cookie: string): Record<string, string> => ({
  accept: 'application/json',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'de-AT,de;q=0.9,en;q=0.8',
  cookie,
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
});

/** A navigation, as a browser sends it. */
const navigationHeaders = (cookie: string | null): Record<string, string> => {
  const { cookie: _, ...headers } = requestHeaders('');
  return {
    ...headers,
    ...(cookie !== null && { cookie }),
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    'sec-fetch-site': 'none',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  };
};

export interface Shape {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string | null;
  readonly connections: number;
  /** Those of a call by default. */
  readonly headersFor?: (cookie: string) => Readonly<Record<string, string>>;
}

/** The requests whose CPU time is compared, by row. */
export const shapes: Readonly<Record<string, Shape & { readonly title: string }>> = {
  production: {
    title: 'GET, 2.5 kB of JSON, 64 connections',
    method: 'GET',
    path: paths.small,
    body: null,
    connections: 64,
  },
  tracing: {
    title: 'as `production`, with traces of one request in ten, or of every one',
    method: 'GET',
    path: paths.small,
    body: null,
    connections: 64,
  },
  'post-1k': {
    title: 'POST, 1 kB of JSON, 64 connections',
    method: 'POST',
    path: paths.post,
    body: bodies.sent,
    connections: 64,
  },
  'get-100k': {
    title: 'GET, 100 kB of JSON, 64 connections',
    method: 'GET',
    path: paths.large,
    body: null,
    connections: 64,
  },
  'connections-512': {
    title: 'GET, 2.5 kB of JSON, 512 connections',
    method: 'GET',
    path: paths.small,
    body: null,
    connections: 512,
  },
  page: {
    title: 'the sign-in page of the build, 64 connections; its peer forwards 2.5 kB instead',
    method: 'GET',
    path: pagePaths.enter,
    body: null,
    connections: 64,
    headersFor: () => navigationHeaders(null),
  },
  'page-signed-in': {
    title: 'the account page of the build, 64 connections; its peer forwards 2.5 kB instead',
    method: 'GET',
    path: pagePaths.profile,
    body: null,
    connections: 64,
    headersFor: navigationHeaders,
  },
};
