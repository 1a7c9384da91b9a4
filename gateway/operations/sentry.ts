import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { defaultStackParser, type Event, makeNodeTransport, NodeClient } from '@sentry/node';
import type { Config } from '../config.ts';
import type { BrowserEvent } from './browser-event.ts';
import { describeError } from './logger.ts';

export interface Report {
  readonly error: unknown;
  readonly tags: Readonly<Record<string, string | undefined>>;
}

/** For one report. Thirty are sent at a time: thirty without a response would otherwise block all later ones. */
const defaultTimeoutMs = 10_000;

/** Of a response, which says nothing that matters beyond its headers, and informational responses before it. */
const maxParts = 16;

/** Destroys the stream when it is called more often. */
function endAfter(times: number, stream: { destroy(): unknown }): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > times) stream.destroy();
  };
}

export type Sentry = ReturnType<typeof startSentry>;

/** A Sentry client without integrations: it only sends what it is given, scrubbed. */
export function startSentry(
  dsn: string,
  { environment, appVersion }: Pick<Config, 'environment' | 'appVersion'>,
  timeoutMs = defaultTimeoutMs,
) {
  const { request } = dsn.startsWith('https:') ? https : http;
  const client = new NodeClient({
    dsn,
    environment,
    release: appVersion,
    serverName: 'gateway',
    integrations: [],
    transport: (options) =>
      makeNodeTransport({
        ...options,
        httpModule: {
          request(target, onResponse) {
            // Its own timeout only emits an event, without a listener.
            const options = { ...(target as RequestOptions), signal: AbortSignal.timeout(timeoutMs) };
            const sent = request(options, (response) => {
              (onResponse as (response: IncomingMessage) => void)(response);
              response.on('data', endAfter(maxParts, response));
            });
            return sent.on('information', endAfter(maxParts, sent));
          },
        },
      }),
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
