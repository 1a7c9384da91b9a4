import type { Config } from '../config.ts';
import type { BrowserEvent } from './browser-event.ts';
import type { Report, Sentry } from './sentry.ts';

export type ErrorReports = ReturnType<typeof createErrorReports>;

const flushMs = 2_000;

/** Sends error reports to SENTRY_DSN; without one it does nothing, and does not load the library. */
export function createErrorReports(config: Config) {
  const { sentryDsn } = config;
  const loading =
    sentryDsn === null ? null : import('./sentry.ts').then((sentry) => sentry.startSentry(sentryDsn, config));
  // A failed report must not cause another error.
  const use = async (report: (sentry: Sentry) => unknown): Promise<void> => {
    await loading?.then(report).catch(() => undefined);
  };
  return {
    send: (report: Report): void => void use((sentry) => sentry.send(report)),
    /** Forwards an event of the client, parsed and scrubbed. */
    forward: (event: BrowserEvent): void => void use((sentry) => sentry.forward(event)),
    /** Waits for pending reports, two seconds at most. */
    flush: (): Promise<void> => use((sentry) => sentry.flush(flushMs)),
  };
}
