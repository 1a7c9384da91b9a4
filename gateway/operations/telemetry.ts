import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Logger } from 'pino';
import { Counter, Histogram, type Registry } from 'prom-client';
import { type RefusalReason, refusalReasons } from '../http/problem.ts';
import type { ErrorReports } from './error-reports.ts';
import { scrubText } from './scrub.ts';

// Closed lists: what labels a metric must not grow with what clients send.
const refreshLabels = ['refreshed', 'late', 'refused', 'failed', 'timed out', 'unusable', 'session ended'] as const;
export type RefreshLabel = (typeof refreshLabels)[number];
const signInKinds = ['code', 'account code', 'permanent token', 'url token', 'url pair', 'oauth started'] as const;
export type SignInKind = (typeof signInKinds)[number];
/**
 * `refreshing`: a refresh spent the token. `handed over`: the extension has it. `timed out`: another replica kept the
 * lease. `dropped`: too many were waiting.
 */
const revocationOutcomes = ['revoked', 'refreshing', 'handed over', 'timed out', 'failed', 'dropped'] as const;
export type RevocationOutcome = (typeof revocationOutcomes)[number];
const reportKinds = ['csp', 'client error', 'trace', 'other'] as const;
export type ReportKind = (typeof reportKinds)[number];
const securityEvents = [
  'sign-in',
  'sign-in failed',
  'sign-out',
  'hand-over to extension',
  'e-mail changed',
  'account deleted',
  'account restored',
  'session refreshed',
  'refresh refused',
  'token reused',
  'duplicate cookie',
  'cookies of two sessions',
  'cookies of an ended session',
  'session past its lifetime',
  'call for another session',
  'cookie not opened',
  'token firewall',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

export interface EventFields {
  readonly traceId?: string | undefined;
  readonly call?: string | undefined;
  readonly kind?: string | undefined;
  /** The account's e-mail. Only its hash is written. */
  readonly account?: string | undefined;
  /** The session's refresh token. Only its hash is written. */
  readonly session?: string | null | undefined;
  /** The refresh token that took its place; a reader follows a session back to its sign-in, which names the account. */
  readonly next?: string | null | undefined;
}

export interface ErrorFields {
  readonly traceId?: string | undefined;
  readonly route?: string | undefined;
}

export type Telemetry = ReturnType<typeof createTelemetry>;

declare module 'fastify' {
  interface FastifyInstance {
    telemetry: Telemetry;
    errorReports: ErrorReports;
  }
}

export interface TelemetryOptions {
  readonly registry: Registry;
  readonly logger: Logger;
  readonly errorReports: ErrorReports;
  /** The newest one keys the hashes of accounts and sessions, so that they cannot be compared with guesses. */
  readonly cookieKeys: readonly KeyObject[];
}

/**
 * Anyone can send reports, twenty in each request. Without a limit, one network that uses its rate limit up writes
 * 200 MB a minute to the log and sends 120,000 events to SENTRY_DSN. The window is short, and lengths count,
 * because to scrub a long report takes up to 10 ms: those of a minute, one after the other, would keep others waiting
 * for seconds.
 */
const keptReportsLimit = { max: 100, maxLength: 512 * 1024, windowMs: 6_000 } as const;

export function createTelemetry({ registry, logger, errorReports, cookieKeys }: TelemetryOptions) {
  const hashKey = deriveHashKey(cookieKeys);
  const shortHash = (text: string): string =>
    (hashKey ? createHmac('sha256', hashKey) : createHash('sha256')).update(text).digest('hex').slice(0, 16);
  const counter = (name: string, help: string) => new Counter({ name, help, registers: [registry] });
  /** Every series begins at zero, because Prometheus cannot see an increase in the first value of a series. */
  const labeled = <Label extends string>(name: string, help: string, label: Label, values: readonly string[]) => {
    const created = new Counter({ name, help, labelNames: [label], registers: [registry] });
    for (const value of values) created.labels(value).inc(0);
    return created;
  };
  const refreshes = labeled('gateway_refreshes_total', 'Refreshes of a session by outcome', 'outcome', refreshLabels);
  const signIns = labeled('gateway_sign_ins_total', 'Sign-ins by kind', 'kind', signInKinds);
  const refusals = labeled(
    'gateway_refusals_total',
    'Requests refused by the gateway, by reason',
    'reason',
    refusalReasons,
  );
  const revocations = labeled(
    'gateway_revocations_total',
    'Refresh tokens of ended sessions by outcome',
    'outcome',
    revocationOutcomes,
  );
  const reports = labeled('gateway_reports_total', 'Reports of browsers by kind', 'kind', reportKinds);
  const degraded = counter(
    'gateway_coordination_degraded_total',
    'Redis commands that failed, timed out or were not sent',
  );
  const ignored = counter('gateway_forwarded_for_ignored_total', 'X-Forwarded-For headers from outside TRUST_PROXY');
  const hiddenClients = counter('gateway_hidden_clients_total', 'X-Forwarded-For headers that name no client');
  const droppedLines = counter('gateway_log_lines_dropped_total', 'Log lines that were not read in time');
  const droppedReports = counter('gateway_reports_dropped_total', 'Reports of browsers that were only counted');
  const redisFailures = createWindow({ max: 1, maxLength: Number.POSITIVE_INFINITY, windowMs: 60_000 });
  const keptTraces = createWindow(keptReportsLimit);
  const keptReports = createWindow(keptReportsLimit);
  const keptErrors = createWindow(keptReportsLimit);
  const events = labeled('gateway_security_events_total', 'Security events by kind', 'event', securityEvents);
  const errors = counter('gateway_errors_total', 'Unexpected errors');
  const upstream = new Histogram({
    name: 'gateway_upstream_duration_seconds',
    help: 'Time from the request to the upstream until its response ends',
    labelNames: ['call', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers: [registry],
  });
  return {
    refreshed: (outcome: RefreshLabel) => refreshes.inc({ outcome }),
    signedIn: (kind: SignInKind) => signIns.inc({ kind }),
    refused: (reason: RefusalReason) => refusals.inc({ reason }),
    revoked: (outcome: RevocationOutcome) => revocations.inc({ outcome }),
    /**
     * @param length of the report as JSON
     * @returns false for one beyond the limits, which is only counted
     */
    reported(kind: ReportKind, length: number): boolean {
      reports.inc({ kind });
      const isKept = (kind === 'trace' ? keptTraces : keptReports).take(length);
      if (!isKept) droppedReports.inc();
      return isKept;
    },
    /** Traces are not logged. */
    logReport(kind: ReportKind, fields: Readonly<Record<string, unknown>>): void {
      if (kind !== 'trace') logger.warn({ report: kind, ...fields });
    },
    /** A command to Redis failed, timed out or was not sent, and this replica continued without it. */
    coordinationDegraded: () => degraded.inc(),
    /** Written to the log at most once a minute. */
    redisFailed(reason: string): void {
      if (redisFailures.take(reason.length)) logger.warn({ reason: scrubText(reason.slice(0, 256)) }, 'Redis failed');
    },
    logLineDropped: () => droppedLines.inc(),
    forwardedForIgnored: () => ignored.inc(),
    /** Every address that the proxies name is one of TRUST_PROXY. */
    clientHidden: () => hiddenClients.inc(),
    upstreamResponded: (call: string, status: number, milliseconds: number) =>
      upstream.observe({ call, status: classOf(status) }, milliseconds / 1000),
    /** Written to the log and counted. */
    securityEvent(event: SecurityEvent, { account, session, next, ...fields }: EventFields = {}) {
      events.inc({ event });
      logger.info({
        security: event,
        ...fields,
        ...(account && { account: shortHash(account.trim().toLowerCase()) }),
        ...(session && { session: shortHash(session) }),
        ...(next && { next: shortHash(next) }),
      });
    },
    /**
     * An unforeseen error: to the log, and to the error reports when they are on. Beyond the limits of browsers'
     * reports it is only counted: a client that causes many must not displace other lines.
     */
    reportError(error: unknown, fields: ErrorFields = {}) {
      errors.inc();
      if (!keptErrors.take(String(error instanceof Error ? error.stack : error).length)) return;
      logger.error({ err: error, traceId: fields.traceId, route: fields.route });
      errorReports.send({ error, tags: { side: 'gateway', ...fields } });
    },
  };
}

interface WindowLimit {
  readonly max: number;
  readonly maxLength: number;
  readonly windowMs: number;
}

/** Limits the number of texts and their total length in a window of time, which begins with the first of them. */
function createWindow({ max, maxLength, windowMs }: WindowLimit): { take(length: number): boolean } {
  let endsAt = 0;
  let used = 0;
  let usedLength = 0;
  return {
    take(length) {
      const now = performance.now();
      if (now >= endsAt) {
        endsAt = now + windowMs;
        used = 0;
        usedLength = 0;
      }
      used += 1;
      usedLength += length;
      return used <= max && usedLength <= maxLength;
    },
  };
}

const deriveHashKey = ([newest]: readonly KeyObject[]): KeyObject | null =>
  newest ? createSecretKey(Buffer.from(hkdfSync('sha256', newest, '', 'skerry log', 32))) : null;

const classOf = (status: number): string => `${Math.floor(status / 100)}xx`;

async function telemetry(app: FastifyInstance, options: TelemetryOptions): Promise<void> {
  app.decorate('telemetry', createTelemetry(options));
  app.decorate('errorReports', options.errorReports);
}

export const telemetryPlugin = fastifyPlugin(telemetry, { name: 'telemetry' });
