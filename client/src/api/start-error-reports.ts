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

/** More says little about a page, and would not fit into the body of a request. */
const mostSpans = 50;

/** Sentry with the few parts that are wanted, and the gateway in Sentry's place: nothing goes to another origin. decisions.md §3 */
export function startErrorReports(): ErrorReports {
  const client = new BrowserClient({
    // Only its form counts: `tunnel` and `transport` are where reports go.
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
      // Calls and pages; what is typed, clicked and printed stays here.
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
    // Calls carry a trace id of the gateway's.
    tracePropagationTargets: [],
    beforeSendTransaction(event) {
      event.spans = (event.spans ?? []).slice(0, mostSpans).map((span) => ({ ...span, data: {} }));
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

/** The gateway's own route, not a call to the upstream. decisions.md §3 */
export const reportsUrl = '/reports';

/** Sentry's envelope, as far as it counts here: items of a header and a payload each. */
type Envelope = readonly [unknown, readonly (readonly [{ readonly type?: string }, unknown])[]];

/** Sends errors and traces, one JSON body each; whatever else an envelope holds stays here. */
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
    // A report that cannot be sent has nobody left to be told.
    .catch(() => undefined);

/** Takes queries and fragments out of every text: either may carry an address or a code. */
const hideQueries = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/([?#])[^\s"'<>)]+/g, '$1…') : value;
