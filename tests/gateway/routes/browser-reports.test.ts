import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readReports as readKept } from '../../../gateway/routes/browser-reports.ts';
import { type FakeSentry, startFakeSentry } from '../../support/fake-sentry.ts';
import { type GatewayAndUpstream, type LogLine, startGatewayAndUpstream } from '../../support/gateway.ts';

const readReports = (body: unknown) => readKept(body, () => true);

const token = 'sandbox-access-4fVbq1Zr0nE8oXkQ2mT7uYpL3sWdA9hC';
const number = '9f86d081884c7d659a2feaa0c55ad015';

describe('only known fields of a report are kept, scrubbed', () => {
  test('of a violation in the report-uri format', () => {
    const body = {
      'csp-report': {
        'document-uri': `https://account.skerry.example/profile?token=${token}`,
        'effective-directive': 'script-src-elem',
        'violated-directive': 'script-src',
        'blocked-uri': 'inline',
        'source-file': 'https://account.skerry.example/assets/a.js',
        'script-sample': token,
        referrer: token,
      },
    };
    expect(readReports(body)).toEqual([
      {
        kind: 'csp',
        message: 'Content security policy: script-src-elem',
        tags: {
          directive: 'script-src-elem',
          blocked: 'inline',
          page: 'https://account.skerry.example/profile',
          source: 'https://account.skerry.example/assets/a.js',
        },
      },
    ]);
  });

  test('of a violation in the report-to format, among other reports', () => {
    const reports = readReports([
      {
        type: 'csp-violation',
        body: {
          effectiveDirective: 'img-src',
          blockedURL: 'https://evil.example/a?b',
          documentURL: '/profile?a=b',
          sourceFile: '/assets/a.js?b',
        },
      },
      { type: 'deprecation', body: { message: token } },
      'nonsense',
      null,
    ]);
    expect(reports.map(({ kind }) => kind)).toEqual(['csp', 'other']);
    expect(JSON.stringify(reports)).not.toContain(token);
    expect(reports[0]?.tags).toEqual({
      directive: 'img-src',
      blocked: 'https://evil.example/*',
      page: '/profile',
      source: '/assets/a.js',
    });
    expect(reports[1]).toEqual({ kind: 'other', message: 'Browser report', tags: { type: 'deprecation' } });
  });

  test('of no report beyond the limit: its texts cost no time', () => {
    const kinds: string[] = [];
    const dropAll = (kind: string) => {
      kinds.push(kind);
      return false;
    };
    const event = { event_id: number };
    // Not part of its length.
    Object.defineProperty(event, 'message', {
      get() {
        throw new Error('The message was read');
      },
    });
    expect(readKept(event, dropAll)).toEqual([]);
    expect(kinds).toEqual(['client error']);
  });

  test('of a report without details', () => {
    const messages = (body: unknown) => readReports(body).map(({ message }) => message);
    expect(messages({ 'csp-report': {} })).toEqual(['Content security policy: unknown directive']);
    expect(messages({ 'csp-report': { 'violated-directive': 7, 'blocked-uri': 7 } })).toEqual([
      'Content security policy: unknown directive',
    ]);
    expect(messages({ 'csp-report': { 'violated-directive': 'img-src' } })).toEqual([
      'Content security policy: img-src',
    ]);
    const event = { event_id: number };
    expect(messages({ ...event, type: 'transaction' })).toEqual(['']);
    for (const exception of [undefined, {}, { values: [] }, { values: [{}] }]) {
      expect(messages({ ...event, exception })).toEqual(['']);
      expect(messages({ ...event, exception, message: 'Broke' })).toEqual(['Broke']);
    }
    expect(readReports({ type: 7 })).toEqual([{ kind: 'other', message: 'Browser report', tags: {} }]);
  });

  test.each([
    ['https://account.skerry.example/invite/sh0rtT0ken?a=b', 'https://account.skerry.example/*'],
    ['https://account.skerry.example/profile#a', 'https://account.skerry.example/profile'],
    ['/invite/sh0rt.T0ken', '/*'],
    ['/h/to-app?token=x', '/h/to-app'],
    ['about:blank', 'about:blank'],
    ['/assets/a.js?b', '/assets/a.js'],
    ['https://account.skerry.example/assets/a-b_C.js', 'https://account.skerry.example/assets/a-b_C.js'],
    ['/web/v1/profile?a=b', '/web/v1/profile'],
    ['/web/v1/sh0rtT0ken', '/*'],
    ['/sh0rtT0ken.js', '/*'],
    ['https://other.example/assets/sh0rt/T0ken.js', 'https://other.example/*'],
  ])(
    'of the address %s only %s: other paths than those of pages, calls and scripts may hold tokens',
    (address, logged) => {
      const [violation, failure] = readReports([
        { 'csp-report': { 'document-uri': address, 'source-file': address, 'blocked-uri': address } },
        {
          event_id: number,
          transaction: address,
          tags: { page: address },
          breadcrumbs: [{ data: { from: address, to: address, url: address } }],
          exception: { values: [{ stacktrace: { frames: [{ filename: address }] } }] },
          spans: [{ description: address }],
        },
      ]);
      expect(violation?.tags).toMatchObject({ page: logged, source: logged, blocked: logged });
      expect(failure?.tags.page).toBe(logged);
      expect(failure?.event).toMatchObject({
        transaction: logged,
        breadcrumbs: [{ data: { from: logged, to: logged, url: logged } }],
        exception: { values: [{ stacktrace: { frames: [{ filename: logged }] } }] },
        spans: [{ description: logged }],
      });
    },
  );

  test('names of a prototype are no fields', () => {
    const names = '"__proto__": {"message": "a"}, "constructor": {"prototype": {"message": "a"}}';
    const reports = readReports(JSON.parse(`{"event_id": "${number}", "tags": {${names}}, ${names}}`));
    expect(reports).toEqual([
      { kind: 'client error', message: '', tags: { number }, event: { event_id: number, tags: {} } },
    ]);
    expect(({} as { message?: unknown }).message).toBeUndefined();
  });

  test('long names are truncated', () => {
    const [violation, other] = readReports([
      { 'csp-report': { 'effective-directive': 'a-'.repeat(50) } },
      { type: 'b-'.repeat(50) },
    ]);
    expect([violation?.tags.directive, other?.tags.type]).toEqual(['a-'.repeat(30), 'b-'.repeat(20)]);
  });

  test('of a client error', () => {
    const [report] = readReports({
      event_id: number,
      platform: 'javascript',
      release: '1.0.0',
      timestamp: 1_795_000_000.5,
      user: { email: 'someone@example.com' },
      request: { headers: { Cookie: token } },
      extra: { state: token },
      tags: { page: `/profile?token=${token}`, traceId: '5c5a0d5f-7a0c-4c6d-b7e2-0c7c3b1b2d11', other: token },
      contexts: { trace: { trace_id: number, span_id: token }, page: { token } },
      exception: {
        values: [
          {
            type: 'TypeError',
            value: `Cannot read ${token}`,
            stacktrace: {
              frames: [
                {
                  filename: `https://account.skerry.example/assets/a.js?token=${token}`,
                  function: 'load',
                  lineno: 1,
                  colno: 2,
                  vars: { token },
                },
              ],
            },
          },
        ],
      },
      breadcrumbs: [
        { category: 'fetch', timestamp: 1, data: { method: 'GET', url: `/web/v1/profile?code=${token}`, body: token } },
        { category: 'console', message: token },
      ],
    });
    expect(report).toEqual({
      kind: 'client error',
      message: 'TypeError: Cannot read …',
      tags: { number, version: '1.0.0', page: '/profile', traceId: '5c5a0d5f-7a0c-4c6d-b7e2-0c7c3b1b2d11' },
      event: {
        event_id: number,
        release: '1.0.0',
        timestamp: 1_795_000_000.5,
        tags: { page: '/profile', traceId: '5c5a0d5f-7a0c-4c6d-b7e2-0c7c3b1b2d11' },
        contexts: { trace: { trace_id: number } },
        exception: {
          values: [
            {
              type: 'TypeError',
              value: 'Cannot read …',
              stacktrace: {
                frames: [
                  { filename: 'https://account.skerry.example/assets/a.js', function: 'load', lineno: 1, colno: 2 },
                ],
              },
            },
          ],
        },
        breadcrumbs: [
          { category: 'fetch', timestamp: 1, data: { method: 'GET', url: '/web/v1/profile' } },
          { category: 'console' },
        ],
      },
    });
  });

  test.each([
    ['No route matches URL "/pair/Ab3x.tok9.en42"', 'No route matches URL "/*"'],
    ['GET /pair/Ab3x.tok9.en42', 'GET /*'],
    ['GET https://account.skerry.example/pair/Ab3x.tok9.en42?a=b', 'GET https://account.skerry.example/*?a=…'],
    ['Cannot load /profile: see (/pair/Ab3x.tok9.en42), or /pair/Ab3x:7.', 'Cannot load /profile: see (/*), or /*:7.'],
    [
      'at load (https://account.skerry.example/assets/a-b_C.js:12:34), and/or 1 / 2 </p> text/html',
      'at load (https://account.skerry.example/assets/a-b_C.js:12:34), and/or 1 / 2 </p> text/html',
    ],
  ])('of the text %s only %s: paths in texts may hold tokens, too', (text, logged) => {
    const [failure, other] = readReports([
      { event_id: number, message: text, exception: { values: [{ value: text }] }, spans: [{ description: text }] },
      { 'csp-report': { 'effective-directive': `/pair/Ab3x ${'x'.repeat(60)}` } },
    ]);
    const event = { message: logged, exception: { values: [{ value: logged }] }, spans: [{ description: logged }] };
    expect(failure?.event).toMatchObject(event);
    expect(other?.tags.directive).toBe(`/* ${'x'.repeat(57)}`);
  });

  test('a token at the cut-off is removed completely', () => {
    for (let before = 0; before < 60; before += 5) {
      const text = `${'x '.repeat(before / 2)}${token}`;
      const reports = readReports([{ type: text }, { 'csp-report': { 'effective-directive': text } }]);
      expect(reports.map(({ kind }) => kind)).toEqual(['other', 'csp']);
      expect(JSON.stringify(reports)).not.toContain('sandbox-access');
    }
  });

  test('of a client trace', () => {
    const [report] = readReports({
      event_id: number,
      type: 'transaction',
      transaction: `/profile?token=${token}`,
      start_timestamp: 1,
      timestamp: 2,
      spans: [
        {
          trace_id: number,
          span_id: number.slice(16),
          op: 'http.client',
          description: `GET /web/v1/profile?code=${token}`,
          start_timestamp: 1,
          timestamp: 2,
          data: { 'http.query': token },
        },
      ],
    });
    expect(report).toMatchObject({ kind: 'trace', message: '/profile', event: { type: 'transaction' } });
    expect(report?.event?.spans).toEqual([
      {
        trace_id: number,
        span_id: number.slice(16),
        op: 'http.client',
        description: 'GET /web/v1/profile?code=…',
        start_timestamp: 1,
        timestamp: 2,
      },
    ]);
  });

  test.each([[undefined], [null], [7], ['text'], [[]]])('%j contains no report', (body) => {
    expect(readReports(body)).toEqual([]);
  });

  test('at most twenty reports are read from one body', () => {
    expect(readReports(Array.from({ length: 500 }, () => ({ type: 'x' })))).toHaveLength(20);
  });

  test('each counts with its own length, whatever is beside it', () => {
    const long = { event_id: number, message: 'x'.repeat(5_000) };
    const counted: number[] = [];
    readKept([long, ...Array(19).fill({}), ...Array(900).fill(0)], (_, length) => counted.push(length) > 0);
    expect(counted).toEqual([JSON.stringify(long).length, ...Array(19).fill(2)]);
  });
});

describe('POST /reports', () => {
  const lines: LogLine[] = [];
  let sentry: FakeSentry;
  let pair: GatewayAndUpstream;
  let origin: string;

  beforeAll(async () => {
    sentry = await startFakeSentry();
    const env = { SENTRY_DSN: sentry.dsn, RATE_LIMIT_PER_MINUTE: '14', BODY_LIMIT_BYTES: '2100' };
    pair = await startGatewayAndUpstream(env, lines);
    ({ origin } = pair.gateway);
  });
  afterAll(async () => {
    await pair.close();
    await sentry.close();
  });
  beforeEach(() => sentry.forget());

  const report = (type: string, body: unknown) =>
    request(origin)
      .post('/reports')
      .set('Content-Type', type)
      .set('Sec-Fetch-Site', 'cross-site')
      .send(JSON.stringify(body));

  test.each([
    ['client error', 'application/json', { event_id: number, message: `Broke on ${token}` }],
    [
      'trace',
      'application/json',
      {
        event_id: number,
        type: 'transaction',
        transaction: `/${token}`,
        contexts: { trace: { trace_id: number, span_id: number.slice(16) } },
        start_timestamp: 1,
        timestamp: 2,
      },
    ],
    [
      'csp',
      'application/csp-report',
      { 'csp-report': { 'violated-directive': 'img-src', 'blocked-uri': `https://a.example/?${token}` } },
    ],
    [
      'csp',
      'application/reports+json',
      [{ type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: 'x' } }],
    ],
  ])('counts as %s, accepts and forwards %s without secrets', async (kind, type, body) => {
    const count = async () => {
      const counter = await pair.gateway.app.metrics.getSingleMetric('gateway_reports_total')?.get();
      return counter?.values.find(({ labels }) => labels.kind === kind)?.value;
    };
    const before = (await count()) ?? Number.NaN;
    const response = await report(type, body).expect(204);
    expect(response.text).toBe('');
    await pair.gateway.app.errorReports.flush();
    const received = () => Buffer.concat([...sentry.received]).toString();
    await expect.poll(received).toContain('"side":"client"');
    const sent = received();
    expect(sent).not.toContain('sandbox-access');
    expect(await count()).toBe(before + 1);
  });

  test('logs a violation with its details, and forwards it as an error of its own type', async () => {
    const body = { 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'inline' } };
    await report('application/csp-report', body).expect(204);
    expect(lines.findLast((line) => 'report' in line)).toMatchObject({
      report: 'csp',
      message: 'Content security policy: img-src',
      blocked: 'inline',
    });
    await pair.gateway.app.errorReports.flush();
    await expect.poll(() => Buffer.concat([...sentry.received]).toString()).toContain('"type":"BrowserReport"');
  });

  test('accepts an empty body as no report', async () => {
    await request(origin).post('/reports').set('Content-Type', 'application/json').expect(204);
  });

  test('forwards an error under the event id of the client', async () => {
    await report('application/json', { event_id: number, message: 'Broke' }).expect(204);
    await pair.gateway.app.errorReports.flush();
    await expect.poll(() => Buffer.concat([...sentry.received]).toString()).toContain(`"event_id":"${number}"`);
  });

  test('refuses other content types, invalid JSON, JSON over its limits, and long bodies', async () => {
    await report('text/plain', {}).expect(415);
    await request(origin).post('/reports').set('Content-Type', 'application/csp-report').send('{').expect(400);
    await report('application/csp-report', JSON.parse('['.repeat(17) + ']'.repeat(17))).expect(400);
    await report('application/reports+json', Array(1_001).fill(0)).expect(400);
    await report('application/csp-report', { a: 'x'.repeat(3000) }).expect(413);
  });

  test('is rate-limited like a call', async () => {
    // More requests than the limit of two windows.
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await report('application/json', {})).status),
    );
    expect(statuses).toContain(429);
    // A separate limit, because other sites can make a visitor's browser send reports.
    await request(origin).get('/web/v1/nothing').expect(404);
  });
});

test('100 reports and 100 traces in six seconds are sent on; the others are only counted', async () => {
  const sentry = await startFakeSentry();
  const { gateway, close } = await startGatewayAndUpstream({ SENTRY_DSN: sentry.dsn }, []);
  onTestFinished(async () => {
    await close();
    await sentry.close();
  });
  const post = (body: unknown) =>
    request(gateway.origin)
      .post('/reports')
      .send(body as object)
      .expect(204);
  const error = { event_id: number, message: 'Broke' };
  const trace = { event_id: number, type: 'transaction', contexts: { trace: { trace_id: number, span_id: '1' } } };
  const sendsOn = async (event: object) => {
    await gateway.app.errorReports.flush();
    sentry.forget();
    await post(event);
    await gateway.app.errorReports.flush();
    return sentry.received.length > 0;
  };
  expect(await sendsOn(error)).toBe(true);
  for (let sent = 0; sent < 100; sent += 20) await post(Array.from({ length: 20 }, () => ({ type: 'x' })));
  expect(await sendsOn(error)).toBe(false);
  expect(await sendsOn(trace)).toBe(true);
  for (let sent = 0; sent < 100; sent += 20) await post(Array.from({ length: 20 }, () => trace));
  expect(await sendsOn(trace)).toBe(false);
  const dropped = await gateway.app.metrics.getSingleMetricAsString('gateway_reports_dropped_total');
  expect(dropped).toMatch(/ 4$/m);
});
