import { execFileSync } from 'node:child_process';
import { afterEach, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { readConfig } from '../../../gateway/config.ts';
import { createAdminServer } from '../../../gateway/operations/admin.ts';
import { demoEnvironment } from '../../../scripts/demo-environment.ts';
import { fromRoot } from '../../../scripts/root.ts';
import { startGateway, type TestGateway } from '../../support/gateway.ts';
import { cookiesOf, startRotatingUpstream } from '../../support/rotating-upstream.ts';
import { sendRequest } from '../../support/send-request.ts';
import { sendJson, startUpstream } from '../../support/upstream.ts';

/** OTLP/HTTP in JSON; opentelemetry.io/docs/specs/otlp. */
interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A gateway that exports to a receiver; `flush` closes it and returns the spans received. */
async function startTracedGateway(env: Readonly<Record<string, string>> = {}) {
  const receiver = await startUpstream((_, response) => sendJson(response, 200, {}));
  closers.push(() => receiver.close());
  const upstream = await startRotatingUpstream();
  closers.push(() => upstream.close());
  const gateway = await startGateway(upstream.origin, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.origin}/`,
    OTEL_TRACES_SAMPLER_ARG: '1',
    ...env,
  });
  const flush = async (): Promise<readonly OtlpSpan[]> => {
    await gateway.close();
    return receiver.requests.flatMap(({ url, headers, body }) => {
      expect([url, headers['content-type']]).toEqual(['/v1/traces', 'application/json']);
      return JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: OtlpSpan[] }[] }) =>
        scopeSpans.flatMap(({ spans }) => spans),
      );
    });
  };
  return { receiver, upstream, gateway, flush };
}

test('a request with a refresh is one trace with spans for request, coordination, refresh and each upstream request', async () => {
  const { upstream, gateway, flush } = await startTracedGateway();
  const cookie = cookiesOf(upstream.issue());
  upstream.expire();
  const response = await sendRequest(gateway.origin, calls.profile.path, { cookie });
  expect(response.status).toBe(200);
  const spans = await flush();

  const traceId = String(response.headers['trace-id']).replaceAll('-', '');
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
  const [request, ...others] = spans.filter(({ name }) => name === 'request');
  const refresh = spans.find(({ name }) => name === 'refresh');
  expect([request?.parentSpanId ?? '', request?.kind, others]).toEqual(['', 2, []]);
  expect(spans.map(({ name, parentSpanId }) => [name, parentSpanId ?? '']).sort()).toEqual(
    [
      ['request', ''],
      ['coordination', request?.spanId],
      ['refresh', request?.spanId],
      ['upstream', request?.spanId],
      ['upstream', refresh?.spanId],
      ['upstream', request?.spanId],
    ].sort(),
  );
  for (const span of spans) expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
  expect(request?.attributes).toEqual(
    expect.arrayContaining([
      { key: 'http.route', value: { stringValue: calls.profile.path } },
      { key: 'http.response.status_code', value: { intValue: 200 } },
    ]),
  );

  // The upstream continues the trace below the span of the request that it received.
  const parents = upstream.requests.map(({ headers }) => headers.traceparent);
  const expected = spans.filter(({ name }) => name === 'upstream').map(({ spanId }) => `00-${traceId}-${spanId}-01`);
  expect([...parents].sort()).toEqual(expected.sort());
});

test('no span contains a token, a cookie or a query', async () => {
  const { receiver, upstream, gateway, flush } = await startTracedGateway();
  const pair = upstream.issue();
  await sendRequest(gateway.origin, `${calls.profile.path}?email=anna%40example.com`, { cookie: cookiesOf(pair) });
  expect((await flush()).length).toBeGreaterThan(0);
  const sent = receiver.requests.map(({ body }) => body).join();
  expect(sent).not.toMatch(new RegExp(`${pair.access}|${pair.refresh}|anna`));
});

test('a request that is not sampled exports nothing, and its traceparent has the flag 00', async () => {
  const { upstream, gateway, flush } = await startTracedGateway({ OTEL_TRACES_SAMPLER_ARG: '0' });
  await sendRequest(gateway.origin, calls.profile.path, { cookie: cookiesOf(upstream.issue()) });
  expect(await flush()).toEqual([]);
  expect(upstream.requests[0]?.headers.traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
});

/** The gateway's metrics, and their format. */
async function readMetrics({ app }: TestGateway) {
  const admin = await createAdminServer(readConfig(demoEnvironment({ port: 3000, sandboxPort: 1, adminPort: 0 })), app);
  closers.push(() => admin.close());
  const { headers, text } = await sendRequest(await admin.listen({ host: '127.0.0.1', port: 0 }), '/metrics');
  return { format: String(headers['content-type']), lines: text.split('\n') };
}

/** The names of the series, without their values and exemplars. */
const seriesOf = (lines: readonly string[]) =>
  lines.flatMap((line) => /^gateway_\w+(?:\{.*?\})?(?= )/.exec(line)?.[0] ?? []).sort();

test('the latency histogram links a bucket to an exported trace', async () => {
  const { upstream, gateway } = await startTracedGateway();
  const response = await sendRequest(gateway.origin, calls.profile.path, { cookie: cookiesOf(upstream.issue()) });
  const traceId = String(response.headers['trace-id']).replaceAll('-', '');
  const { format, lines } = await readMetrics(gateway);
  expect(format).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
  expect(lines.slice(-2)).toEqual(['# EOF', '']);
  const exemplars = lines.filter((line) => line.includes(' # '));
  expect(exemplars).toHaveLength(1);
  expect(exemplars[0]).toMatch(
    new RegExp(
      String.raw`^gateway_request_duration_seconds_bucket\{le="[\d.]+",method="GET",call="${calls.profile.path}",status="200"\} 1 # \{trace_id="${traceId}"\} \d\.\d+ \d+(\.\d+)?$`,
    ),
  );
});

test('a trace that is not exported leaves no exemplar', async () => {
  const { upstream, gateway } = await startTracedGateway({ OTEL_TRACES_SAMPLER_ARG: '0' });
  await sendRequest(gateway.origin, calls.profile.path, { cookie: cookiesOf(upstream.issue()) });
  const { lines } = await readMetrics(gateway);
  expect(lines.filter((line) => line.includes(' # '))).toEqual([]);
});

test('the metrics have the same series in both formats and in every scrape', async () => {
  const traced = await startTracedGateway();
  const plain = await startGateway(traced.upstream.origin);
  closers.push(() => plain.close());
  const cookie = cookiesOf(traced.upstream.issue());
  for (const gateway of [traced.gateway, plain]) await sendRequest(gateway.origin, calls.profile.path, { cookie });
  const { format, lines } = await readMetrics(plain);
  expect(format).toContain('text/plain; version=0.0.4');
  expect(lines.join('\n')).not.toContain('trace_id');
  const series = seriesOf(lines);
  expect(series).toContain('gateway_errors_total');
  for (let scrape = 0; scrape < 2; scrape += 1) {
    expect(seriesOf((await readMetrics(traced.gateway)).lines)).toEqual(series);
  }
});

test('an unreachable trace receiver does not affect requests', async () => {
  const { receiver, upstream, gateway } = await startTracedGateway();
  await receiver.close();
  closers.shift();
  const cookie = cookiesOf(upstream.issue());
  for (let count = 0; count < 5; count += 1) {
    expect((await sendRequest(gateway.origin, calls.profile.path, { cookie })).status).toBe(200);
  }
  await gateway.close();
});

test('without an endpoint, no tracing code is loaded', () => {
  const script = `
    import { readConfig } from './gateway/config.ts';
    import { buildGateway } from './gateway/app.ts';
    import { demoEnvironment } from './scripts/demo-environment.ts';
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ resolve(name, context, next) { loaded.push(name); return next(name, context); } });
    const env = demoEnvironment({ port: 3000, sandboxPort: 1, adminPort: 0 });
    const extra = { CLIENT_DIR: process.cwd() + '/tests/fixtures/build/client', LOG_LEVEL: 'silent' };
    for (const endpoint of ['', 'http://127.0.0.1:1']) {
      const app = await buildGateway(readConfig({ ...env, ...extra, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }));
      console.log(loaded.some((name) => name.includes('opentelemetry')));
      await app.close();
    }`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
  expect(execFileSync(process.execPath, args, { cwd: fromRoot(), encoding: 'utf8' })).toBe('false\ntrue\n');
}, 60_000);
