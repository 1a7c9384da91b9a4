import {
  BrowserClient,
  breadcrumbsIntegration,
  browserTracingIntegration,
  captureException,
  captureMessage,
  defaultStackParser,
  getCurrentScope,
  linkedErrorsIntegration,
} from '@sentry/react';
import { start } from '../start.ts';

export interface ErrorReports {
  sendError(error: unknown, number: string, tags: ReportTags): void;
  sendMessage(message: string, tags: ReportTags): void;
}

type ReportTags = Readonly<Record<string, string>>;

/** More spans would not fit into a request body. */
const maxSpans = 50;

/**
 * Sentry with few integrations. It sends to the gateway instead of Sentry: no request leaves this origin. decisions.md
 * §3, routes
 */
export function startErrorReports(): ErrorReports {
  const client = new BrowserClient({
    // A placeholder: reports go to `tunnel` through `transport`.
    dsn: `${location.protocol}//reports@${location.host}/1`,
    tunnel: reportsUrl,
    transport: () => ({ send: postEvents, flush: async () => true }),
    stackParser: defaultStackParser,
    environment: start.environment,
    release: start.version,
    maxBreadcrumbs: 20,
    sendClientReports: false,
    integrations: [
      linkedErrorsIntegration(),
      // Records requests and navigation, but no clicks, input or console output.
      breadcrumbsIntegration({ dom: false, xhr: false }),
      browserTracingIntegration({
        enableLongTask: false,
        enableLongAnimationFrame: false,
        linkPreviousTrace: 'off',
        traceXHR: false,
        webVitals: { ignore: ['inp'] },
      }),
    ],
    tracesSampleRate: start.errorReports ? 0.1 : 0,
    traceLifecycle: 'static',
    // The gateway assigns trace ids.
    tracePropagationTargets: [],
    beforeSendTransaction(event) {
      event.spans = (event.spans ?? []).slice(0, maxSpans).map((span) => ({ ...span, data: {} }));
      return event;
    },
  });
  getCurrentScope().setClient(client);
  client.init();
  return {
    sendError: (error, number, tags) => void captureException(error, { event_id: number, captureContext: { tags } }),
    sendMessage: (message, tags) => void captureMessage(message, { level: 'error', tags }),
  };
}

/** The gateway's own route, not an upstream call. decisions.md §3, routes */
export const reportsUrl = '/reports';

/** The part of Sentry's envelope that is used: items of a header and a payload. */
type Envelope = readonly [unknown, readonly (readonly [{ readonly type?: string }, unknown])[]];

/** Sends errors and traces, one request each. Other items are dropped. */
export async function postEvents([, items]: Envelope): Promise<object> {
  await Promise.all(
    items
      .filter(([{ type }]) => type === 'event' || type === 'transaction')
      .map(([, event]) => postEvent(JSON.stringify(event, hideQueries))),
  );
  return {};
}

const postEvent = (body: string): Promise<unknown> =>
  fetch(reportsUrl, { method: 'POST', keepalive: true, headers: { 'content-type': 'application/json' }, body })
    // A report that cannot be sent is dropped.
    .catch(() => undefined);

/** Removes queries and fragments from every string: they may hold an email or a code. */
const hideQueries = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/([?#])[^\s"'<>)]+/g, '$1…') : value;
