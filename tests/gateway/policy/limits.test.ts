import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { JsonBody } from '../../../gateway/http/json-body.ts';
import { parseRaw, readUntilClosed, sendRaw } from '../http/send-raw.ts';
import { buildGuardedApp, type GuardedApp, publicOrigin } from './guarded-app.ts';

const policy = { access: 'public', rate: 'none' } as const;
const problem = (code: number) => ({ code, message: expect.any(String) });

describe('bodies', () => {
  let guarded: GuardedApp;
  let origin: string;
  let port: number;

  beforeAll(async () => {
    guarded = await buildGuardedApp({ env: { BODY_LIMIT_BYTES: '1000' } });
    for (const method of ['POST', 'DELETE'] as const) {
      guarded.app.route({
        method,
        url: '/echo',
        config: policy,
        handler: async ({ body }) => ({ value: (body as JsonBody | undefined)?.value ?? null }),
      });
    }
    guarded.app.get('/long', { config: policy }, () => Buffer.alloc(16_000_000));
    ({ origin, port } = await guarded.listen());
  });
  afterAll(() => guarded.app.close());

  const post = () => request(origin).post('/echo').set('Origin', publicOrigin);
  const jsonHead = `POST /echo HTTP/1.1\r\nHost: localhost\r\nOrigin: ${publicOrigin}\r\nContent-Type: application/json\r\n`;

  test('JSON is parsed, also with a charset and on DELETE', async () => {
    const response = await post().set('Content-Type', 'application/json; charset=utf-8').send('{"a":1}').expect(200);
    expect(response.body).toEqual({ value: { a: 1 } });
    await request(origin).delete('/echo').set('Origin', publicOrigin).send({ device_id: 'd' }).expect(200);
  });

  test('an empty body is accepted with and without a content type', async () => {
    await post().set('Content-Type', 'application/json').expect(200, { value: null });
    await post().expect(200, { value: null });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('a body of type %s is refused', async (type) => {
    const response = await post().set('Content-Type', type).send('{"a":1}').expect(415);
    expect(response.body).toEqual(problem(3));
  });

  test('a body without a content type is refused', async () => {
    const head = `POST /echo HTTP/1.1\r\nHost: localhost\r\nOrigin: ${publicOrigin}\r\nConnection: close\r\n`;
    const response = parseRaw(await sendRaw(port, `${head}Content-Length: 2\r\n\r\n{}`));
    expect(response.status).toBe(415);
  });

  test.each(['{', '{"a":1}}', "{'a':1}", '\ufeff{}', '{"__proto__":'])('invalid JSON is refused: %s', async (body) => {
    const response = await post().set('Content-Type', 'application/json').send(body).expect(400);
    expect(response.body).toEqual(problem(3));
  });

  test.each([
    ['17 levels', '['.repeat(17) + ']'.repeat(17)],
    ['1,001 values', JSON.stringify(Array.from({ length: 1_001 }, () => 0))],
  ])('a body with %s is refused before it is parsed', async (_, body) => {
    const large = await buildGuardedApp();
    large.app.post('/echo', { config: policy }, async () => 'done');
    const listening = await large.listen();
    const send = (text: string) =>
      request(listening.origin)
        .post('/echo')
        .set('Origin', publicOrigin)
        .set('Content-Type', 'application/json')
        .send(text);
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    const response = await send(body).expect(400);
    expect(response.body).toEqual(problem(3));
    expect(parse.mock.calls.flat()).not.toContain(body);
    await send(JSON.stringify(Array.from({ length: 1_000 }, () => 0))).expect(200);
    await large.app.close();
  });

  test('a body whose declared length is over the limit is refused before it is read', async () => {
    const response = parseRaw(await sendRaw(port, `${jsonHead}Content-Length: 1001\r\n\r\n`));
    expect([response.status, response.headers.get('connection')]).toEqual([413, 'close']);
    expect(JSON.parse(response.body)).toEqual(problem(3));
  });

  test('a body without a declared length is refused before it is read', async () => {
    const response = parseRaw(await sendRaw(port, `${jsonHead}Transfer-Encoding: chunked\r\n\r\n`));
    expect([response.status, response.headers.get('connection')]).toEqual([411, 'close']);
    expect(JSON.parse(response.body)).toEqual(problem(3));
  });

  test('a body that arrives byte by byte is read completely', async () => {
    const large = await buildGuardedApp();
    const received: unknown[] = [];
    large.app.post('/echo', { config: policy }, async ({ body }) => {
      received.push((body as JsonBody).value);
      return 'done';
    });
    const { port } = await large.listen();
    const value = { digits: '0123456789'.repeat(20) };
    const body = JSON.stringify(value);
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const response = readUntilClosed(socket);
    socket.write(
      `POST /echo HTTP/1.1\r\nHost: localhost\r\nOrigin: ${publicOrigin}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    for (const byte of body) {
      await pause(1);
      socket.write(byte);
    }
    expect(await response).toMatch(/^HTTP\/1\.1 200 /);
    expect(received).toEqual([value]);
    await large.app.close();
  });

  test('long unfinished bodies hold 12 MB in total; another one gets 503 with Retry-After, and short bodies are still read', async () => {
    const large = await buildGuardedApp();
    large.app.post('/echo', { config: policy }, async () => 'done');
    const listening = await large.listen();
    const text = 'x'.repeat(65_000);
    const sockets = Array.from({ length: 194 }, () => {
      const socket = connect(listening.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(
        `POST /echo HTTP/1.1\r\nHost: localhost\r\nOrigin: ${publicOrigin}\r\nContent-Type: application/json\r\nContent-Length: 65001\r\n\r\n${text}`,
      );
      return socket;
    });
    const send = (length = 60_000) =>
      request(listening.origin)
        .post('/echo')
        .set('Origin', publicOrigin)
        .send({ text: text.slice(0, length) });
    await expect.poll(async () => (await send()).status).toBe(503);
    const response = await send();
    expect([response.body, response.headers['retry-after']]).toEqual([problem(14), '2']);
    expect((await send(4_000)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await send()).status).toBe(200);
    await large.app.close();
  });

  test('a compressed body is refused', async () => {
    const response = await post()
      .set('Content-Type', 'application/json')
      .set('Content-Encoding', 'gzip')
      .send(Buffer.from('1f8b08', 'hex').toString('latin1'));
    expect(response.status).toBe(400);
  });

  test('headers that are too large get an error in the usual format', async () => {
    const response = parseRaw(
      await sendRaw(port, `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: a=${'x'.repeat(20_000)}\r\n\r\n`),
    );
    expect(response.status).toBe(431);
    expect(JSON.parse(response.body)).toEqual(problem(3));
    expect(response.headers.get('trace-id')).toMatch(/^[\da-f-]{36}$/);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test.each([
    ['cookies', '"cookies"', '/', `Cookie: a=${'x'.repeat(20_000)}`],
    ['two Cookie headers', '"cookies"', '/', `cookie: a=${'x'.repeat(9_000)}\r\nCOOKIE: b=${'x'.repeat(9_000)}`],
    ['a long URL and many cookies', undefined, `/?${'x'.repeat(8_000)}`, `Cookie: a=${'x'.repeat(9_000)}`],
    ['another header', undefined, '/', `X: ${'x'.repeat(20_000)}\r\nCookie: a=b`],
    ['a header that names cookies', undefined, '/', `Referer: http://a/?cookie:${'x'.repeat(20_000)}`],
    ['a long URL', undefined, `/?${'x'.repeat(13_000)}`, `Cookie: a=${'x'.repeat(4_000)}`],
    [
      'a long URL, followed by a body that looks like cookies',
      undefined,
      `/?${'x'.repeat(17_000)}`,
      `X: y\r\n\r\n\r\nCookie: ${'x'.repeat(9_000)}`,
    ],
  ])('with headers that are too large because of %s, the response clears %s', async (_, cleared, path, header) => {
    const response = parseRaw(await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n`));
    expect(response.status).toBe(431);
    expect(response.headers.get('clear-site-data')).toBe(cleared);
  });

  /** Sends the request in two reads. */
  async function sendSplit(request: string, at: number, to = port): Promise<string> {
    const socket = connect(to, '127.0.0.1').setNoDelay(true);
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.write(request.slice(0, at));
    await pause(100);
    if (!socket.destroyed) socket.write(request.slice(at));
    await closed;
    return text;
  }

  test.each([1_448, 2_896, 4_344, 14_480])(
    'a long link that names cookies clears nothing, wherever the network splits it: %i',
    async (at) => {
      let path = '/?x=';
      // `cookie:` where each read can begin.
      while (path.length < 31_000)
        path = `${path.padEnd((Math.floor(path.length / 1_448) + 1) * 1_448 - 4, 'a')}cookie:`;
      const response = parseRaw(await sendSplit(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: a=b\r\n\r\n`, at));
      expect([response.status, response.headers.get('clear-site-data')]).toEqual([431, undefined]);
    },
  );

  test.each([
    ['in a read of its own', 0, ['404', '431']],
    ['after 30 kB in an earlier read', 30_000, ['404', '431']],
    ['in the same read as its headers', 0, ['431']],
  ])(
    'a body of another site that looks like a request with many cookies clears nothing: %s',
    async (_, before, statuses) => {
      // The response to a body within the limit keeps the connection open.
      const usual = await buildGuardedApp();
      onTestFinished(() => usual.app.close());
      const listening = await usual.listen();
      const body = `GET / HTTP/1.1\r\ncookie: ${'x'.repeat(14_000)}\r\nx: y`;
      const length = before + body.length;
      const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n`;
      const next = `GET /?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
      const first = head + 'A'.repeat(before);
      const all = first + body + next;
      const text = await sendSplit(all, statuses.length > 1 ? first.length : all.length, listening.port);
      expect(text.match(/(?<=HTTP\/1.1 )\d+/g)).toEqual(statuses);
      expect(text).not.toMatch(/clear-site-data/i);
    },
  );

  test('a malformed request with many cookies clears nothing', async () => {
    const cookies = `Cookie: a=${'x'.repeat(9_000)}`;
    const response = parseRaw(
      await sendRaw(port, `GET / HTTP/1.1\r\nHost: localhost\r\n${cookies}\r\nbad header\r\n\r\n`),
    );
    expect(response.status).toBe(400);
    expect(response.headers.get('clear-site-data')).toBeUndefined();
  });

  test.each([
    [99, 404],
    [101, 431],
    [1_500, 431],
  ])('a request with %i headers gets %i', async (count, status) => {
    const headers = Array.from({ length: count - 2 }, (_, index) => `X${index}: 1\r\n`).join('');
    const response = parseRaw(await sendRaw(port, `GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`));
    expect(response.status).toBe(status);
  });

  test.each([
    ['a line that is not HTTP', 'HELLO\r\n\r\n'],
    ['two lengths', 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'Content-Length and Transfer-Encoding',
      'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a line feed in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\nb\r\n\r\n'],
  ])('a request with %s is malformed', async (_, text) => {
    const response = parseRaw(await sendRaw(port, text));
    expect(response.status).toBe(400);
    expect(JSON.parse(response.body)).toEqual(problem(3));
  });

  test('what is not HTTP, behind a response that is not read, resets the connection', async () => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /long HTTP/1.1\r\nHost: a\r\n\r\n'));
    const error = new Promise((resolve) => socket.once('error', resolve).once('end', () => resolve('ended')));
    await once(socket, 'readable');
    socket.write('\0\0\0\0');
    await pause(100);
    socket.resume();
    expect(await error).toMatchObject({ code: 'ECONNRESET' });
  });

  test('a malformed request after a response gets its error', async () => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /x HTTP/1.1\r\nHost: a\r\n\r\n'));
    await once(socket, 'readable');
    socket.write('HELLO\r\n\r\n');
    const received = await readUntilClosed(socket);
    expect(received).toMatch(/^HTTP\/1.1 404 .*HTTP\/1.1 400 /s);
  });

  test.each([
    ['is malformed', 'HELLO\r\n\r\n'.repeat(20_000)],
    ['has long headers', `GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(30_000)}`],
    [
      'has a body in tiny chunks',
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(30_000)}`,
    ],
  ])('a request that %s, takes several reads and follows a response leaves no socket open', async (_, text) => {
    const openSockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
    const before = openSockets();
    const sockets = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const socket = connect(port, '127.0.0.1', () => socket.write('GET /x HTTP/1.1\r\nHost: a\r\n\r\n'));
        await once(socket, 'readable');
        return socket;
      }),
    );
    for (const socket of sockets) socket.write(text);
    await Promise.all(sockets.map(readUntilClosed));
    await vi.waitFor(() => expect(openSockets()).toBeLessThanOrEqual(before));
  });
});

describe('timeouts', () => {
  let guarded: GuardedApp;
  let port: number;

  beforeAll(async () => {
    guarded = await buildGuardedApp({ env: { REQUEST_TIMEOUT_MS: '300' } });
    guarded.app.post('/echo', { config: policy }, async () => 'done');
    ({ port } = await guarded.listen());
  });
  afterAll(() => guarded.app.close());

  const head = `POST /echo HTTP/1.1\r\nHost: localhost\r\nOrigin: ${publicOrigin}\r\nContent-Type: application/json\r\n`;

  test.each([
    ['a connection without a request', ''],
    ['headers that never end', head],
    ['a body that never ends', `${head}Content-Length: 10\r\n\r\n{`],
  ])('%s gets 408', async (_, text) => {
    const response = parseRaw(await sendRaw(port, text));
    expect(response.status).toBe(408);
    expect(JSON.parse(response.body)).toEqual(problem(4));
  });

  test('a body that is complete after its 408 is not handled', async () => {
    let handled = 0;
    const late = await buildGuardedApp({ env: { REQUEST_TIMEOUT_MS: '300' } });
    onTestFinished(() => late.app.close());
    late.app.post('/echo', { config: policy }, async () => {
      handled += 1;
      return 'done';
    });
    const { port } = await late.listen();
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
      socket.write(`${head}Content-Length: 10\r\n\r\n{`),
    );
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    const [response] = await once(socket, 'data');
    expect(parseRaw(String(response)).status).toBe(408);
    socket.write('"a": 123}');
    await pause(200);
    expect(handled).toBe(0);
  });

  test.each([
    ['a malformed request', 400, 'HELLO\r\n\r\n'],
    ['headers that are too large', 431, `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['a body without a length', 411, `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
    ['a connection without a request', 408, ''],
    ['a body that never ends', 408, `${head}Content-Length: 10\r\n\r\n{`],
  ])(
    'after %s the connection counts until its client closes it, too, and is reset after 5 s',
    async (_, status, text) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const { server } = guarded.app;
      const accepted = once(server, 'connection');
      const count = () => new Promise((resolve) => server.getConnections((_, open) => resolve(open)));
      await expect.poll(count).toBe(0);
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(text));
      onTestFinished(() => void socket.destroy());
      const [serverSide] = await accepted;
      const reset = vi.spyOn(serverSide, 'resetAndDestroy');
      const [response] = await once(socket, 'data');
      expect(parseRaw(String(response)).status).toBe(status);
      await once(socket, 'end');
      vi.advanceTimersByTime(4_999);
      await new Promise(setImmediate);
      expect([await count(), reset.mock.calls.length]).toEqual([1, 0]);
      vi.advanceTimersByTime(1);
      await expect.poll(count).toBe(0);
      expect(reset).toHaveBeenCalledOnce();
    },
  );

  test('sending one byte at a time does not extend the timeout', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${head}Content-Length: 1000\r\n\r\n`);
    let sent = 0;
    const drip = setInterval(() => {
      socket.write('1');
      sent += 1;
    }, 50);
    onTestFinished(() => clearInterval(drip));
    const response = parseRaw(await readUntilClosed(socket));
    expect(response.status).toBe(408);
    // Count bytes instead of time, because a busy machine also sends them later.
    expect(sent).toBeLessThan(40);
  });

  test('a client that keeps its connection open behind the last response is reset after RESPONSE_TIMEOUT_MS', async () => {
    const { app, listen } = await buildGuardedApp({ env: { RESPONSE_TIMEOUT_MS: '600' } });
    onTestFinished(() => app.close());
    const { port } = await listen();
    const count = () => new Promise((resolve) => app.server.getConnections((_, open) => resolve(open)));
    const started = performance.now();
    const last = 'GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(last));
    onTestFinished(() => void socket.destroy());
    const [response] = await once(socket, 'data');
    expect(parseRaw(String(response)).status).toBe(404);
    await expect.poll(count).toBe(0);
    expect(performance.now() - started).toBeGreaterThan(590);
  });

  test('an idle connection is closed after the timeout, also between requests, and not earlier', async () => {
    // The default request timeout, because a busy machine may need longer than 300 ms to read the request.
    const defaultTimeouts = await buildGuardedApp();
    onTestFinished(() => defaultTimeouts.app.close());
    const { port } = await defaultTimeouts.listen();
    const { server } = defaultTimeouts.app;
    // Longer than the usual idle timeout of load balancers, one minute.
    expect(server.timeout).toBeGreaterThanOrEqual(120_000);
    server.timeout = 600;
    const started = performance.now();
    const response = parseRaw(await sendRaw(port, 'GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n'));
    expect(performance.now() - started).toBeGreaterThanOrEqual(590);
    expect(response.status).toBe(404);
    // No Keep-Alive header: a proxy in front may close the connection earlier.
    expect(response.headers.has('keep-alive')).toBe(false);
  });
});
