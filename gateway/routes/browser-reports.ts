import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { JsonBody } from '../http/json-body.ts';
import { type BrowserEvent, readBrowserEvent } from '../operations/browser-event.ts';
import { scrubText, scrubUrl } from '../operations/scrub.ts';
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

/** Parses reports of a browser or the client: known fields only, shortened and scrubbed. */
export function readReports(body: unknown): BrowserReport[] {
  const entries: readonly unknown[] = Array.isArray(body) ? body.slice(0, maxReports) : [body];
  return entries.filter(isFields).map((entry) => {
    // The formats of `report-uri` and `report-to`.
    if (isFields(entry['csp-report'])) return readViolation(entry['csp-report'], '-');
    if (entry.type === 'csp-violation' && isFields(entry.body)) return readViolation(entry.body, '');
    const event = typeof entry.event_id === 'string' ? readBrowserEvent(entry) : undefined;
    if (event?.event_id) return describeEvent(event);
    return { kind: 'other', message: 'Browser report', tags: { type: text(entry.type, 40) } };
  });
}

function readViolation(report: Fields, spelling: '-' | ''): BrowserReport {
  const get = (old: string, current: string) => report[spelling === '-' ? old : current];
  const directive = text(get('effective-directive', 'effectiveDirective') ?? report['violated-directive'], 60);
  const blocked = get('blocked-uri', 'blockedURL');
  return {
    kind: 'csp',
    message: `Content security policy: ${directive ?? 'unknown directive'}`,
    tags: {
      directive,
      blocked: url(blocked),
      page: url(get('document-uri', 'documentURL')),
      source: url(get('source-file', 'sourceFile')),
    },
  };
}

function describeEvent(event: BrowserEvent): BrowserReport {
  const tags = { number: event.event_id, version: event.release, ...event.tags };
  if (event.type) return { kind: 'trace', message: event.transaction ?? '', tags, event };
  // The last one was caught; the others are its causes.
  const { type, value } = event.exception?.values?.at(-1) ?? {};
  return { kind: 'client error', message: value ? `${type}: ${value}` : (event.message ?? ''), tags, event };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown, length: number) =>
  typeof value === 'string' ? scrubText(value).slice(0, length) : undefined;
const url = (value: unknown) => (typeof value === 'string' ? scrubUrl(value) : undefined);

/** The only endpoint for browser reports: browsers send nothing to other origins. decisions.md §3, routes */
async function browserReports(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(['application/csp-report', 'application/reports+json'], app.readJsonBody);
    const config = { access: 'public', rate: 'reports', crossSite: true } as const;
    scope.post('/reports', { config }, (request, reply) => {
      for (const { kind, message, tags, event } of readReports((request.body as JsonBody | undefined)?.value)) {
        if (!app.telemetry.reported(kind, { message, ...tags })) continue;
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
