import type { Call } from '#shared/calls.ts';
import { RequestProblem } from './request-problem.ts';
import type { ErrorReports } from './start-error-reports.ts';

/** A page that fails in a loop says nothing new after this many reports. */
const mostReports = 20;

let count = 0;
let loading: Promise<ErrorReports> | undefined;

/** Thirty-two hexadecimal characters under which support finds a report: Sentry's id of the event. */
export const newReportNumber = (): string => crypto.randomUUID().replaceAll('-', '');

/** Loads what sends the reports, once. Reports that come earlier wait for it. */
export function loadErrorReports(): Promise<ErrorReports> {
  loading ??= import('./start-error-reports.ts').then(({ startErrorReports }) => startErrorReports());
  return loading;
}

/** Sends an unexpected error to the gateway, which scrubs it and passes it on. decisions.md §3 */
export function reportError(error: unknown, number = newReportNumber()): void {
  const tags = readTags(error instanceof RequestProblem ? error.traceId : null);
  send((reports) => reports.sendError(error, number, tags));
}

/** Reports a call that failed, by its trace id. product.md §7 */
export function reportFailedCall({ method, path }: Call, { status, code, message, traceId }: RequestProblem): void {
  const tags = readTags(traceId);
  send((reports) => reports.sendMessage(`${method} ${path}: ${status}, code ${code}: ${message}`, tags));
}

// Read at once: the visitor may be elsewhere when the report goes out. The path alone: a query may carry an address or a code.
const readTags = (traceId: string | null) => ({ page: location.pathname, ...(traceId && { traceId }) });

function send(report: (reports: ErrorReports) => void): void {
  count += 1;
  if (count > mostReports) return;
  // A report that cannot be sent has nobody left to be told.
  loadErrorReports().then(report, () => undefined);
}
