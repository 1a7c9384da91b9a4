/**
 * What is reported: uncaught errors (main.tsx), crashes (app/crash-page.tsx), responses that differ from their schema
 * (check-response.ts), failed calls (`shouldReport`), unusable responses (request.ts), and what else calls
 * `reportError`. What is removed: queries and fragments in start-error-reports.ts, tokens and emails in the gateway
 * (gateway/operations/scrub.ts).
 */
import type { Call } from '#shared/calls.ts';
import { RequestProblem } from './request-problem.ts';
import type { ErrorReports } from './start-error-reports.ts';

/** Limits a page that fails in a loop. */
const maxReports = 20;

let count = 0;
let loading: Promise<ErrorReports> | undefined;

/** The id of a Sentry event: 32 hexadecimal characters. Support finds the report by it. */
export const newReportNumber = (): string => crypto.randomUUID().replaceAll('-', '');

/** Loads the code that sends reports, once. Earlier reports wait for it. */
export function loadErrorReports(): Promise<ErrorReports> {
  loading ??= import('./start-error-reports.ts').then(({ startErrorReports }) => startErrorReports());
  return loading;
}

/** Sends an unexpected error to the gateway, which scrubs and forwards it. decisions.md §3, routes */
export function reportError(error: unknown, number = newReportNumber()): void {
  const tags = readTags(error instanceof RequestProblem ? error.traceId : null);
  send((reports) => reports.sendError(error, number, tags));
}

/** Whether a failed call is reported. Wrong input and the end of a session are expected. */
export const shouldReport = (call: Call, { status }: RequestProblem): boolean =>
  status >= 500 || (call.access === 'session' && status !== 401 && status !== 429);

type FailedCall = Pick<RequestProblem, 'status' | 'code' | 'message' | 'traceId'>;

/** Reports a failed call with its trace id. product.md §7 */
export function reportFailedCall({ method, path }: Call, failure: FailedCall): void {
  const { status, code, message, traceId } = failure;
  const tags = readTags(traceId);
  send((reports) => reports.sendMessage(`${method} ${path}: ${status}, code ${code}: ${message}`, tags));
}

// Read now: the user may navigate before the report is sent. Path only: a query may hold an email or a code.
const readTags = (traceId: string | null) => ({ page: location.pathname, ...(traceId && { traceId }) });

function send(report: (reports: ErrorReports) => void): void {
  count += 1;
  if (count > maxReports) return;
  // A report that cannot be sent is dropped.
  loadErrorReports().then(report, () => undefined);
}
