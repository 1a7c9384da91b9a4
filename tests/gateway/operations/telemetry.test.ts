import { createHash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Registry } from 'prom-client';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../../gateway/config.ts';
import { createErrorReports } from '../../../gateway/operations/error-reports.ts';
import { createLogger } from '../../../gateway/operations/logger.ts';
import { createTelemetry, type ReportKind } from '../../../gateway/operations/telemetry.ts';
import { demoEnvironment } from '../../../scripts/demo-environment.ts';
import { type FakeSentry, startFakeSentry } from '../../support/fake-sentry.ts';

const token = 'sandbox-refresh-4fVbq1Zr0nE8oXkQ2mT7uYpL3sWdA9hC';
let sentry: FakeSentry | undefined;
afterEach(() => {
  vi.useRealTimers();
  return sentry?.close();
});

function build(env: Readonly<Record<string, string>> = {}) {
  const lines: string[] = [];
  const config = readConfig({ ...demoEnvironment({ port: 3000, sandboxPort: 1, adminPort: 0 }), ...env });
  const registry = new Registry();
  const logger = createLogger(config, { write: (line) => lines.push(line) });
  const errorReports = createErrorReports(config);
  return {
    lines,
    registry,
    logger,
    errorReports,
    telemetry: createTelemetry({ registry, logger, errorReports, cookieKeys: config.cookieKeys }),
  };
}

test('a security event is logged with its trace id, and names the account only by a hash', async () => {
  const { telemetry, lines, registry } = build();
  telemetry.securityEvent('sign-in', { traceId: 't-1', kind: 'code', account: 'Anna@Example.com' });
  telemetry.securityEvent('sign-in', { account: 'anna@example.com ' });
  const [first, second] = lines.map((line) => JSON.parse(line));
  expect(first).toMatchObject({ security: 'sign-in', traceId: 't-1', kind: 'code' });
  expect(first.account).toMatch(/^[\da-f]{16}$/);
  expect(second.account).toBe(first.account);
  expect(lines.join('').toLowerCase()).not.toContain('anna');
  expect(await registry.metrics()).toContain('gateway_security_events_total{event="sign-in"} 2');
});

test('security events name a session only by hashes, and each refresh links the old hash to the new one', async () => {
  const { telemetry, lines } = build();
  telemetry.securityEvent('sign-in', { account: 'anna@example.com', session: token });
  telemetry.securityEvent('session refreshed', { session: token, next: `${token}-next` });
  telemetry.securityEvent('refresh refused', { session: `${token}-next` });
  const [signIn, refreshed, refused] = lines.map((line) => JSON.parse(line));
  expect(signIn.session).toMatch(/^[\da-f]{16}$/);
  expect([refreshed.session, refused.session]).toEqual([signIn.session, refreshed.next]);
  expect(lines.join('')).not.toContain('sandbox-refresh');
});

test('with COOKIE_KEYS, the hashes cannot be computed from a list of e-mails or tokens', () => {
  const plain = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
  const hashesWith = (env: Readonly<Record<string, string>>) => {
    const { telemetry, lines } = build(env);
    telemetry.securityEvent('session refreshed', {
      account: 'anna@example.com',
      session: token,
      next: `${token}-next`,
    });
    const { account, session, next } = JSON.parse(lines[0] ?? '');
    return [account, session, next];
  };
  const guesses = ['anna@example.com', token, `${token}-next`].map(plain);
  expect(hashesWith({})).toEqual(guesses);
  const [one, other] = [1, 2].map((byte) => hashesWith({ COOKIE_KEYS: Buffer.alloc(32, byte).toString('base64') }));
  expect(one).toEqual([1, 2, 3].map(() => expect.stringMatching(/^[\da-f]{16}$/)));
  expect(new Set([...guesses, ...(one ?? []), ...(other ?? [])]).size).toBe(9);
});

test('every counter increases under its own name', async () => {
  const { telemetry, registry } = build();
  telemetry.refreshed('refreshed');
  telemetry.signedIn('code');
  telemetry.refused('cross-site');
  telemetry.reported('csp', 100);
  telemetry.coordinationDegraded();
  telemetry.forwardedForIgnored();
  telemetry.clientHidden();
  telemetry.logLineDropped();
  telemetry.upstreamResponded('profile', 503, 120);
  const metrics = await registry.metrics();
  for (const line of [
    'gateway_refreshes_total{outcome="refreshed"} 1',
    'gateway_sign_ins_total{kind="code"} 1',
    'gateway_refusals_total{reason="cross-site"} 1',
    'gateway_reports_total{kind="csp"} 1',
    'gateway_coordination_degraded_total 1',
    'gateway_forwarded_for_ignored_total 1',
    'gateway_hidden_clients_total 1',
    'gateway_log_lines_dropped_total 1',
    'gateway_reports_dropped_total 0',
    'gateway_upstream_duration_seconds_count{call="profile",status="5xx"} 1',
  ]) {
    expect(metrics).toContain(line);
  }
});

test('at most 100 lines in six seconds are about reports of browsers; the others are only counted', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { telemetry, lines, registry } = build();
  const report = (count: number, kind: ReportKind = 'csp', message = 'violation') => {
    for (let index = 0; index < count; index += 1)
      if (telemetry.reported(kind, 100)) telemetry.logReport(kind, { message });
  };
  report(99);
  report(1, 'trace');
  report(1, 'other', 'the last one');
  expect(lines).toHaveLength(100);
  expect(lines.at(-1)).toContain('the last one');
  report(20);
  expect(lines).toHaveLength(100);
  const metrics = await registry.metrics();
  expect(metrics).toContain('gateway_reports_dropped_total 20');
  expect(metrics).toContain('gateway_reports_total{kind="csp"} 119');
  vi.advanceTimersByTime(5_999);
  report(1);
  expect(lines).toHaveLength(100);
  vi.advanceTimersByTime(1);
  report(101);
  expect(lines).toHaveLength(200);
  telemetry.securityEvent('sign-in');
  expect(lines).toHaveLength(201);
});

test('long reports leave less room for others, until six seconds are over', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { telemetry } = build();
  const keeps = (bytes: number) => telemetry.reported('csp', bytes);
  expect([keeps(256 * 1024), keeps(256 * 1024), keeps(1)]).toEqual([true, true, false]);
  vi.advanceTimersByTime(6_000);
  expect(keeps(512 * 1024)).toBe(true);
});

test('an error is logged and reported with its trace id, and contains no token', async () => {
  sentry = await startFakeSentry();
  const { telemetry, errorReports, lines } = build({ SENTRY_DSN: sentry.dsn });
  const error = new Error(`upstream refused ${token}`, { cause: new Error(`token=${token}`) });
  telemetry.reportError(error, { traceId: 'trace-1', route: '/web/v1/profile' });
  await errorReports.flush();
  const received = () => Buffer.concat([...(sentry?.received ?? [])]).toString();
  await expect.poll(received).toContain('trace-1');
  const sent = received();
  expect(sent).toContain('/web/v1/profile');
  expect(sent).toContain('upstream refused …');
  expect(sent).not.toContain('sandbox-refresh');
  expect(lines.join('')).toContain('trace-1');
  expect(lines.join('')).not.toContain('sandbox-refresh');
});

test('of more errors than a hundred in six seconds, the rest is only counted', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { telemetry, lines, registry } = build();
  for (let count = 0; count < 101; count += 1) telemetry.reportError(new Error('unexpected'));
  expect(lines).toHaveLength(100);
  expect(await registry.getSingleMetricAsString('gateway_errors_total')).toMatch(/ 101$/);
  vi.advanceTimersByTime(6_000);
  telemetry.reportError(new Error('unexpected'));
  expect(lines).toHaveLength(101);
});

test.each([
  ['nothing is sent without SENTRY_DSN', {}, 0],
  ['an unreachable Sentry causes no further error', { SENTRY_DSN: 'http://public@127.0.0.1:9/1' }, 1],
])('%s', async (_, env, connections) => {
  const opened = vi.fn();
  subscribe('net.client.socket', opened);
  onTestFinished(() => void unsubscribe('net.client.socket', opened));
  const { telemetry, errorReports, lines } = build(env);
  telemetry.reportError(new Error('unexpected'));
  await errorReports.flush();
  expect(opened).toHaveBeenCalledTimes(connections);
  expect(lines.map((line) => JSON.parse(line).err.message)).toEqual(['unexpected']);
});

test('log lines redact secrets', () => {
  const { logger, lines } = build();
  const secrets = { authorization: token, cookie: token, access_token: token, email: 'anna@example.com' };
  logger.info({ ...secrets, headers: secrets });
  logger.error(new Error(`bad ${token}`));
  logger.error({ err: new Error(`bad ${token}`) }, `failed with ${token}`);
  logger.warn({ err: `plain ${token}` });
  expect(lines.join('')).not.toContain('sandbox-refresh');
  expect(lines.join('')).not.toContain('anna@');
});
