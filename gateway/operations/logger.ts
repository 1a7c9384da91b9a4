import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config.ts';
import { scrubText } from './scrub.ts';

// A safety net: no line is meant to have these fields.
const redacted = [
  'authorization',
  'cookie',
  'set-cookie',
  'access_token',
  'refresh_token',
  'perm_token',
  'token',
  'email',
];

/**
 * What may wait for a reader of standard output, in bytes. Further lines are dropped: a log without a reader must not
 * fill the memory.
 */
const maxWaitingBytes = 4 * 1024 * 1024;

/** A write for each line takes 5 % of the gateway's CPU time. */
const batch = { minLength: 4_096, periodicFlush: 100 };

/**
 * Standard output, written asynchronously, at the latest after 0.1 s or at the exit. Emits `drop` for each line that it
 * drops, and for each write that fails, on a full disk for example: the next one tries again, but not at the exit,
 * where that would never end.
 * @param dest a file instead
 */
export function openLog(dest: number | string = 1) {
  const log = pino.destination({ dest, sync: false, maxLength: maxWaitingBytes, ...batch });
  const flushAtExit = log.flushSync.bind(log);
  let hasFailed = false;
  log.on('write', () => {
    hasFailed = false;
  });
  log.on('error', () => {
    hasFailed = true;
    log.emit('drop', '');
  });
  log.flushSync = () => {
    if (!hasFailed) flushAtExit();
  };
  return log;
}

/**
 * Writes JSON lines to `destination`, to standard output by default. Only request-log.ts skips redaction: its
 * lines hold known paths and no other text of a client.
 */
export function createLogger(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: DestinationStream = openLog(),
): Logger {
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError, req: () => undefined, res: () => undefined },
      hooks: {
        logMethod([first, ...rest], method) {
          const error: unknown = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err;
          if (!(error instanceof Error)) return method.apply(this, [first, ...rest] as Parameters<typeof method>);
          // pino would log the error's message unscrubbed.
          const [message] = rest;
          const text = typeof message === 'string' ? message : error.message;
          method.call(this, first instanceof Error ? { err: first } : first, scrubText(text));
        },
      },
      redact: { paths: redacted.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: '…' },
    },
    destination,
  );
}

/** For lines whose fields are known and scrubbed: redaction takes three quarters of a line's time. */
export const withoutRedaction = (logger: Logger): Logger => logger.child({}, { redact: [] });

/** An error for logs and reports: scrubbed, with its causes, without fields that libraries add. */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: scrubText(String(error)) };
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: error.name,
    message: scrubText(error.message),
    ...(typeof code === 'string' && { code }),
    ...(error.stack && { stack: scrubText(error.stack) }),
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  };
}
