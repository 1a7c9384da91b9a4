import type { Config } from '../config.ts';
import type { BrowserEvent } from './browser-event.ts';
import type { Report, Sentry } from './sentry.ts';

export interface ErrorReports {
  send(report: Report): void;
  /** Forwards an event of the client, parsed and scrubbed. */
  forward(event: BrowserEvent): void;
  /** Imports the library. Call it after listening, so that it delays neither start nor requests. */
  load(): Promise<void>;
  /** Waits for pending reports, two seconds at most. */
  flush(): Promise<void>;
}

const flushMs = 2_000;

/** Sends error reports to SENTRY_DSN; without one it does nothing. */
export function createErrorReports(config: Config): ErrorReports {
  const { sentryDsn } = config;
  if (sentryDsn === null) return { send() {}, forward() {}, async load() {}, async flush() {} };
  let loading: Promise<Sentry> | undefined;
  const start = () => {
    loading ??= import('./sentry.ts').then(({ startSentry }) => startSentry(sentryDsn, config));
    return loading;
  };
  // A failed report must not cause another error.
  const use = (report: (sentry: Sentry) => void) =>
    void start()
      .then(report)
      .catch(() => {});
  return {
    send: (report) => use((sentry) => sentry.send(report)),
    forward: (event) => use((sentry) => sentry.forward(event)),
    async load() {
      await start();
    },
    async flush() {
      await loading?.then((sentry) => sentry.flush(flushMs)).catch(() => false);
    },
  };
}
