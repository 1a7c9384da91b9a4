import { defaultStackParser, type Event, makeNodeTransport, NodeClient } from '@sentry/node';
import type { Config } from '../config.ts';
import type { BrowserEvent } from './browser-event.ts';
import { describeError } from './logger.ts';

export interface Report {
  readonly error: unknown;
  readonly tags: Readonly<Record<string, string | undefined>>;
}

export type Sentry = ReturnType<typeof startSentry>;

/** A Sentry client without integrations: it only sends what it is given, scrubbed. */
export function startSentry(dsn: string, { environment, appVersion }: Pick<Config, 'environment' | 'appVersion'>) {
  const client = new NodeClient({
    dsn,
    environment,
    release: appVersion,
    serverName: 'gateway',
    integrations: [],
    transport: makeNodeTransport,
    stackParser: defaultStackParser,
    sendClientReports: false,
  });
  client.init();
  return {
    send({ error, tags }: Report): void {
      const { type, message, stack } = describeError(error) as Record<'type' | 'message' | 'stack', string | undefined>;
      const scrubbed = Object.assign(new Error(message), { name: type ?? 'Error', stack: stack ?? message });
      client.captureException(scrubbed, { captureContext: { tags } });
    },
    forward({ tags, ...event }: BrowserEvent): void {
      // Sentry's type requires fields that a browser may omit.
      const read: object = { ...event, platform: 'javascript', tags: { side: 'client', ...tags } };
      client.captureEvent(read as Event);
    },
    flush: (timeoutMs: number) => client.flush(timeoutMs),
  };
}
