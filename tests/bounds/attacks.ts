import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '#shared/calls.ts';
import { hangingRefresh } from './hanging-refresh.ts';
import { sealedCookie } from './sealed-cookies.ts';

export interface Target {
  readonly port: number;
  /** The path of a large file of the client's build. */
  readonly file: string;
}

/** Runs until the signal aborts. */
export type Attack = (target: Target, signal: AbortSignal) => Promise<void>;

const bodyBytes = 65_000;
const nested = '['.repeat(bodyBytes / 2) + ']'.repeat(bodyBytes / 2);
const manyObjects = `[${'{},'.repeat(bodyBytes / 3 - 1)}{}]`;
const flat = JSON.stringify({ text: 'x'.repeat(bodyBytes - 20) });

/** Every request claims another client address, so that no rate limit stops it. */
const address = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
const head = (method: string, path: string, ...headers: readonly string[]) =>
  [`${method} ${path} HTTP/1.1`, 'Host: localhost', `X-Forwarded-For: ${address()}`, ...headers, '', ''].join('\r\n');
const post = (path: string, body: string, ...headers: readonly string[]) =>
  head(
    'POST',
    path,
    'Sec-Fetch-Site: same-origin',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ) + body;
const postInTinyChunks = (path: string) =>
  head('POST', path, 'Sec-Fetch-Site: same-origin', 'Content-Type: application/json', 'Transfer-Encoding: chunked') +
  `${'1\r\nx\r\n'.repeat(bodyBytes)}0\r\n\r\n`;
const accessCookies = new Map<string, string>();
/** The cookie whose token tells the upstream how to respond. One session sends the same one with each request. */
const accessCookie = (behaviour: string): string => {
  const cookie = accessCookies.get(behaviour) ?? sealedCookie('access_token', behaviour);
  accessCookies.set(behaviour, cookie);
  return cookie;
};
/** With the address of one client instead of a new one. */
const ofOneNetwork = (request: string, client = 1) =>
  request.replace(/^X-Forwarded-For: .*$/m, `X-Forwarded-For: 10.0.0.${client}`);
const profile = (behaviour: string, ...cookies: readonly string[]) =>
  head('GET', calls.profile.path, `Cookie: ${[accessCookie(behaviour), ...cookies].join('; ')}`);

/** Reopens the connection as soon as it is closed. */
async function keepSending(
  { port }: Target,
  signal: AbortSignal,
  send: (socket: Socket) => void | Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const socket = connect(port, '127.0.0.1');
    const closed = once(socket, 'close').catch(() => undefined);
    const stop = () => socket.destroy();
    signal.addEventListener('abort', stop, { once: true });
    socket.on('error', () => undefined);
    socket.once('connect', () => void send(socket));
    await closed;
    signal.removeEventListener('abort', stop);
    await pause(1);
  }
}

const connections = (count: number, run: () => Promise<void>) =>
  Promise.all(Array.from({ length: count }, run)).then(() => undefined);

/** Sends sequential requests on each connection and reads the responses. */
const requests =
  (count: number, write: () => string): Attack =>
  (target, signal) =>
    connections(count, () =>
      keepSending(target, signal, (socket) => {
        socket.on('data', (chunk) => {
          if (/^HTTP\/1\.1 /m.test(chunk.toString('latin1'))) socket.write(write());
        });
        socket.write(write());
      }),
    );

/** As many at once as may wait; the next ones when all responses are there. */
const sentAhead =
  (count: number, write: () => string): Attack =>
  (target, signal) =>
    connections(count, () =>
      keepSending(target, signal, (socket) => {
        let responses = 0;
        socket.on('data', (chunk) => {
          responses += chunk.toString('latin1').match(/^HTTP\/1\.1 /gm)?.length ?? 0;
          if (responses < 15) return;
          responses -= 15;
          socket.write(write().repeat(15));
        });
        socket.write(write().repeat(15));
      }),
    );

/** Writes once, and reads nothing, or a few bytes a second. */
const unread =
  (count: number, write: (target: Target) => string, bytesPerSecond = 0): Attack =>
  (target, signal) =>
    connections(count, () =>
      keepSending(target, signal, (socket) => {
        socket.pause();
        socket.write(write(target));
        const everySecond = setInterval(() => {
          // Without reading, only a failed write shows that the gateway has closed the connection.
          socket.write('\r\n');
          if (bytesPerSecond > 0) socket.read(bytesPerSecond);
        }, 1_000);
        socket.once('close', () => clearInterval(everySecond));
      }),
    );

/** Writes once, and leaves without a response. */
const leaving =
  (count: number, write: () => string): Attack =>
  (target, signal) =>
    connections(count, () =>
      keepSending(target, signal, async (socket) => {
        socket.write(write());
        await pause(150);
        socket.resetAndDestroy();
      }),
    );

/** All connections of one client, opened before, send at the same moment, again and again. */
const bursts =
  (count: number, write: () => string): Attack =>
  async (target, signal) => {
    const open = new Set<Socket>();
    const kept = connections(count, () =>
      keepSending(target, signal, (socket) => {
        open.add(socket.resume());
        socket.once('close', () => open.delete(socket));
      }),
    );
    while (!signal.aborted) {
      const sent = write();
      for (const socket of open) socket.write(sent);
      await pause(2_000);
    }
    await kept;
  };

const together =
  (...attacks: readonly Attack[]): Attack =>
  async (target, signal) => {
    await Promise.all(attacks.map((attack) => attack(target, signal)));
  };

/** The same requests from two clients, on 100 connections each, as many as the recommended proxy takes. */
const ofTwoNetworks = (request: string): Attack =>
  together(
    requests(100, () => ofOneNetwork(request, 1)),
    requests(100, () => ofOneNetwork(request, 2)),
  );

const numbers = (function* () {
  for (let number = 1; ; number += 1) yield number;
})();
const forgedToken = () => `forged-refresh-token-${numbers.next().value}-${'x'.repeat(200)}`;
const duplicates = ['access_token', 'refresh_token', 'locale', 'attribution']
  .flatMap((name) => [`${name}=1`, `${name}=2`])
  .join('; ');
/** As many as fit into a header. No key opens them. */
const doubledCookies = Array(270)
  .fill(`refresh_token=v1.${'A'.repeat(38)}`)
  .join(';');
/** Node keeps a name as it was sent, and in small letters. */
const capitals = (length: number): string =>
  Array.from({ length }, () => String.fromCharCode(65 + Math.floor(Math.random() * 26))).join('');
const names = Array.from({ length: 2_900 }, (_, index) => index.toString(36));
/** Combining marks, which Unicode normalization sorts in quadratic time. */
const marks = `a${'\u0300'.repeat(16_000)}${'\u0316'.repeat(16_000)}`;
/** Each of its characters becomes eighteen where it is normalized. */
const longEmail = '\ufdfa'.repeat(320);
const manySpellings = JSON.stringify(
  Object.fromEntries(Array.from({ length: 63 }, (_, index) => [`new_email${'_'.repeat(index)}`, longEmail])),
);
const longText = JSON.stringify('x'.repeat(bodyBytes));
const longSignIn = JSON.stringify({ perm_token: 'good', text: 'x'.repeat(bodyBytes - 50) });
/** The patterns for emails and tokens begin to match again and again. */
const slowText = `\u{1f600}${'%40permanex@ynt_access_tokena'.repeat(272)}`;
const slowReport = JSON.stringify({ event_id: 'a'.repeat(32), spans: Array(8).fill({ description: slowText }) });
const longReports = requests(50, () => ofOneNetwork(post('/reports', slowReport), 3));
/** Takes the gateway two milliseconds. */
const longPage = head(
  'GET',
  `/${Array(90).fill('%e2%82%ac').join('/')}?${'%ff&'.repeat(80)}`,
  'Accept: text/html',
  `Cookie: ${Array.from({ length: 1_600 }, (_, index) => `${index.toString(36)}=`).join(';')}`,
);
const signOutWithDuplicates = head(
  'DELETE',
  '/session',
  'Sec-Fetch-Site: same-origin',
  `Cookie: ${Array.from({ length: 4 }, () => sealedCookie('refresh_token', forgedToken())).join('; ')}`,
);
const twentyReports = JSON.stringify(Array(20).fill({ type: 'x' }));

/** The oldest cookie of a session that was refreshed more often than a request follows. */
async function refreshOften({ port }: Target): Promise<string> {
  const oldest = sealedCookie('refresh_token', forgedToken());
  let cookie = oldest;
  for (let count = 0; count < 32; ) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}${calls.profile.path}`, { headers: { cookie } });
      const set = response.headers.getSetCookie().find((each) => each.startsWith('refresh_token='));
      await response.arrayBuffer();
      if (!set) throw new Error(`No new cookie: ${response.status}`);
      [cookie = ''] = set.split(';');
      count += 1;
    } catch {
      // Beside other attacks, a request can fail.
      await pause(100);
    }
  }
  return oldest;
}

/** An attack that needs the oldest cookies of such sessions. */
const afterRefreshes =
  (sessions: number, prepare: (cookies: string) => Attack): Attack =>
  async (target, signal) => {
    const cookies = await Promise.all(Array.from({ length: sessions }, () => refreshOften(target)));
    await prepare(cookies.join('; '))(target, signal);
  };

export const attacks: Readonly<Record<string, Attack>> = {
  'files, pipelined and never read': unread(12, ({ file }) => head('GET', file).repeat(1_200)),
  'calls, pipelined and never read': unread(12, () => profile('large').repeat(600)),
  'pages sent ahead, and read': sentAhead(100, () => head('GET', '/enter', 'Accept: text/html')),
  'pages on 1,500 connections at once': bursts(1_500, () => head('GET', '/enter', 'Accept: text/html')),
  'two pages with 90 lines of cookies, sent ahead on 1,590 connections at once': bursts(1_590, () =>
    head(
      'GET',
      '/enter',
      'Accept: text/html',
      ...Array.from({ length: 90 }, () => `Cookie: ${'x'.repeat(150)}`),
    ).repeat(2),
  ),
  'headers of 16,000 lines on 1,500 connections at once': bursts(
    1_500,
    () => `GET / HTTP/1.1\r\nHost: a\r\n${'a:\r\n'.repeat(16_000)}`,
  ),
  'deeply nested bodies': requests(300, () => post(calls.verifyNewEmail.path, nested)),
  'bodies with many values': requests(300, () => post(calls.verifyNewEmail.path, manyObjects)),
  'bodies for paths that do not exist': requests(300, () => post('/web/v1/not-listed', nested)),
  'reports for the error tracker': requests(100, () => post('/reports', twentyReports)),
  'long reports, beside requests that close their connections': together(
    longReports,
    requests(50, () => ofOneNetwork(`${head('GET', '/session', 'Content-Length: 1')}x`)),
  ),
  'long pages of two clients, beside long reports': together(ofTwoNetworks(longPage), longReports),
  'sign-outs of two clients with duplicate cookies, beside long reports': together(
    ofTwoNetworks(signOutWithDuplicates),
    longReports,
  ),
  'many values for /reports': requests(100, () => post('/reports', manyObjects)),
  'large bodies for an upstream that hangs': unread(2_000, () =>
    post(calls.verifyNewEmail.path, flat, `Cookie: ${accessCookie('hang')}`),
  ),
  'large bodies of clients that leave during a refresh': leaving(300, () =>
    post(calls.updateSettings.path, longText, `Cookie: ${sealedCookie('refresh_token', hangingRefresh)}`),
  ),
  'sign-ins that replace sessions, of clients that leave': leaving(300, () =>
    post(calls.signInWithPermanentToken.path, longSignIn, `Cookie: ${sealedCookie('refresh_token', forgedToken())}`),
  ),
  'bodies that stop before their end': unread(1_500, () => post(calls.verifyNewEmail.path, flat).slice(0, -100)),
  'long names of headers, and bodies that stop': unread(1_590, () =>
    post('/reports', '{}', ...Array.from({ length: 90 }, () => `${capitals(160)}: v`)).slice(0, -1),
  ),
  'bodies pipelined behind a slow response': unread(
    400,
    () => profile('hang') + post(calls.verifyNewEmail.path, flat).repeat(15),
  ),
  'headers that stop before their end': unread(3_500, () =>
    head('GET', '/enter', ...Array.from({ length: 900 }, (_, index) => `X-${index}: 1234567`)).slice(0, -4),
  ),
  'bodies in tiny chunks': requests(20, () => postInTinyChunks(calls.verifyNewEmail.path)),
  'refused bodies in tiny chunks': requests(20, () => postInTinyChunks('/web/v1/not-listed')),
  'unread tiny chunks': unread(
    200,
    () => profile('hang').replace(/\r\n$/, 'Transfer-Encoding: chunked\r\n\r\n') + '1\r\nx\r\n'.repeat(bodyBytes),
  ),
  'unread bodies': unread(
    2_000,
    () => profile('hang').replace(/\r\n$/, `Content-Length: ${bodyBytes}\r\n\r\n`) + 'x'.repeat(bodyBytes - 1),
  ),
  'tiny chunks pipelined behind a slow response': unread(
    200,
    () => profile('hang') + postInTinyChunks(calls.verifyNewEmail.path),
  ),
  'thousands of pipelined requests in one read': unread(200, () => 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_300)),
  'long headers pipelined behind a slow response': unread(
    1_000,
    () => profile('hang') + head('GET', '/enter', `X-Long: ${'x'.repeat(15_000)}`).repeat(15),
  ),
  'long lists of languages': requests(16, () =>
    head('GET', '/enter', 'Accept: text/html', `Accept-Language: a${' '.repeat(15_000)}b`),
  ),
  'file downloads that stop reading': unread(2_000, ({ file }) => head('GET', file)),
  'page loads that stop reading': unread(2_000, () => head('GET', '/enter', 'Accept: text/html')),
  'calls that stop reading': unread(1_000, () => profile('large')),
  'calls that read ten bytes a second': unread(1_000, () => profile('large'), 10),
  'gzip bombs': requests(50, () => profile('gzip bomb')),
  'gzip bombs that are compressed twice': requests(50, () => profile('double gzip bomb')),
  'brotli bombs': requests(50, () => profile('brotli bomb')),
  'compressed catalogs for one network': requests(250, () => ofOneNetwork(profile('catalog'))),
  'responses of 100,000 levels': requests(50, () => profile('deep')),
  'responses that are too long': requests(50, () => profile('too long')),
  'responses that declare too much': requests(100, () => profile('declared too long')),
  'sign-outs with tokens that the upstream does not know': requests(16, () =>
    head(
      'DELETE',
      '/session',
      'Sec-Fetch-Site: same-origin',
      `Cookie: ${accessCookie('ordinary')}; ${sealedCookie('refresh_token', forgedToken())}`,
    ),
  ),
  'the oldest cookie of a session that was refreshed often, on 1,500 connections at once': afterRefreshes(
    1,
    (cookies) => bursts(1_500, () => head('GET', calls.profile.path, `Cookie: ${cookies}`)),
  ),
  'sign-outs with the oldest cookies of sessions that were refreshed often': afterRefreshes(4, (cookies) =>
    requests(100, () => head('DELETE', '/session', 'Sec-Fetch-Site: same-origin', `Cookie: ${cookies}`)),
  ),
  'calls from many addresses': requests(16, () => head('GET', '/web/v1/not-listed')),
  'codes for many e-mails': requests(16, () =>
    post(calls.requestOneTimeCode.path, JSON.stringify({ email: `${forgedToken()}@example.com` })),
  ),
  'doubled sealed cookies': requests(100, () => head('GET', '/session', `Cookie: ${doubledCookies}`)),
  'duplicate cookies': requests(16, () =>
    head('GET', `/${'a/'.repeat(400)}`, 'Accept: text/html', `Cookie: ${'access_token=a; '.repeat(400)}`),
  ),
  'duplicate cookies and a long path': requests(16, () =>
    head('GET', `/${`${'a'.repeat(900)}/`.repeat(13)}`, 'Accept: text/html', `Cookie: ${duplicates}`),
  ),
  'queries with thousands of parts': requests(16, () =>
    head('GET', `/enter?${'&'.repeat(14_000)}`, 'Accept: text/html', 'Sec-Purpose: prefetch'),
  ),
  'queries with thousands of names, and bodies that stop': unread(1_500, () =>
    post(`/reports?${names.join('&')}`, '{}').slice(0, -1),
  ),
  // Fewer than there are connections to the upstream.
  'thousands of cookies for an upstream that hangs': unread(450, () =>
    profile('hang', ...names.map((name) => `${name}=`)),
  ),
  'e-mails with thousands of marks': requests(16, () =>
    post(calls.verifyNewEmail.path, JSON.stringify({ new_email: marks })),
  ),
  'one e-mail under many spellings of its name': requests(50, () => post(calls.verifyNewEmail.path, manySpellings)),
  'bodies that are one long text': requests(50, () => post(calls.verifyNewEmail.path, longText)),
  'compressed calls that stop reading': unread(300, () => profile('compressed')),
  'responses in tiny chunks': requests(4, () => profile('tiny chunks')),
  'long responses in short chunks': requests(10, () => profile('short chunks')),
  'idle connections': (target, signal) => connections(2_500, () => keepSending(target, signal, () => undefined)),
};
