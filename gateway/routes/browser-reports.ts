import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { JsonBody } from '../http/json-body.ts';
import { type BrowserEvent, isSentryId, readBrowserEvent } from '../operations/browser-event.ts';
import { loggedAddress, loggedText } from '../operations/logged-path.ts';
import type { ReportKind } from '../operations/telemetry.ts';

interface BrowserReport {
  readonly kind: ReportKind;
  readonly message: string;
  readonly tags: Readonly<Record<string, string | undefined>>;
  /** The client's event for Sentry. */
  readonly event?: BrowserEvent;
}

type Fields = Readonly<Record<string, unknown>>;

/** Per request. The Reporting API may send many at once. */
const maxReports = 20;

/**
 * Parses reports of a browser or the client: known fields only, shortened and scrubbed.
 * @param isKept called with kind and length of each report; others are not read: to scrub a long one takes milliseconds
 */
export function readReports(body: unknown, isKept: (kind: ReportKind, length: number) => boolean): BrowserReport[] {
  const entries: readonly unknown[] = Array.isArray(body) ? body.slice(0, maxReports) : [body];
  return entries.filter(isFields).flatMap((entry) => {
    const { kind, read } = classify(entry);
    return isKept(kind, JSON.stringify(entry).length) ? [{ kind, ...read() }] : [];
  });
}

type Content = Omit<BrowserReport, 'kind'>;

function classify(entry: Fields): { readonly kind: ReportKind; readonly read: () => Content } {
  // The formats of `report-uri` and `report-to`.
  const { 'csp-report': violation, body } = entry;
  if (isFields(violation)) return { kind: 'csp', read: () => readViolation(violation, '-') };
  if (entry.type === 'csp-violation' && isFields(body)) return { kind: 'csp', read: () => readViolation(body, '') };
  if (isSentryId(entry.event_id))
    return { kind: entry.type === 'transaction' ? 'trace' : 'client error', read: () => readEvent(entry) };
  return { kind: 'other', read: () => ({ message: 'Browser report', tags: { type: text(entry.type, 40) } }) };
}

function readViolation(report: Fields, spelling: '-' | ''): Content {
  const get = (old: string, current: string) => report[spelling === '-' ? old : current];
  const directive = text(get('effective-directive', 'effectiveDirective') ?? report['violated-directive'], 60);
  return {
    message: `Content security policy: ${directive ?? 'unknown directive'}`,
    tags: {
      directive,
      blocked: address(get('blocked-uri', 'blockedURL')),
      page: address(get('document-uri', 'documentURL')),
      source: address(get('source-file', 'sourceFile')),
    },
  };
}

function readEvent(entry: Fields): Content {
  const event = readBrowserEvent(entry) ?? {};
  const tags = { number: event.event_id, version: event.release, ...event.tags };
  if (event.type) return { message: event.transaction ?? '', tags, event };
  // The last one was caught; the others are its causes.
  const { type, value } = event.exception?.values?.at(-1) ?? {};
  return { message: value ? `${type}: ${value}` : (event.message ?? ''), tags, event };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown, length: number) =>
  typeof value === 'string' ? loggedText(value).slice(0, length) : undefined;
const address = (value: unknown) => (typeof value === 'string' ? loggedAddress(value) : undefined);

/** The only endpoint for browser reports: browsers send nothing to other origins. decisions.md §3, routes */
async function browserReports(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(['application/csp-report', 'application/reports+json'], app.readJsonBody);
    const config = { access: 'public', rate: 'reports', crossSite: true } as const;
    scope.post('/reports', { config }, (request, reply) => {
      const reports = readReports((request.body as JsonBody | undefined)?.value, app.telemetry.reported);
      for (const { kind, message, tags, event } of reports) {
        app.telemetry.logReport(kind, { message, ...tags });
        if (event) app.errorReports.forward(event);
        else {
          const error = Object.assign(new Error(message), { name: 'BrowserReport', stack: message });
          app.errorReports.send({ error, tags: { side: 'client', ...tags } });
        }
      }
      return reply.code(204).send();
    });
  });
}

export const browserReportsPlugin = fastifyPlugin(browserReports, {
  name: 'browser-reports',
  dependencies: ['telemetry', 'error-handler', 'route-policy', 'json-body'],
});
