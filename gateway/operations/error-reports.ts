import type { Config } from '../config.ts';
import type { BrowserEvent } from './browser-event.ts';
import type { Report, Sentry } from './sentry.ts';

export interface ErrorReports {
  send(report: Report): void;
  /** Passes on what the client made, already read and scrubbed. */
  forward(event: BrowserEvent): void;
  /** To be called after listening: neither start nor requests pay for the library. */
  load(): Promise<void>;
  /** Waits for reports that are on their way, two seconds at most. */
  flush(): Promise<void>;
}

const flushMs = 2_000;

/** Error reports to SENTRY_DSN; without one, nothing is loaded and nothing is sent. */
export function createErrorReports(config: Config): ErrorReports {
  const { sentryDsn } = config;
  if (sentryDsn === null) return { send() {}, forward() {}, async load() {}, async flush() {} };
  let loading: Promise<Sentry> | undefined;
  const start = () => {
    loading ??= import('./sentry.ts').then(({ startSentry }) => startSentry(sentryDsn, config));
    return loading;
  };
  // A report that cannot be sent must not become an error of its own.
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
