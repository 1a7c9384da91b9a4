import { loggedAddress, loggedText } from './logged-path.ts';
import { isTraceId } from './scrub.ts';

/** Reads one value; undefined if it is not valid. */
type Reader<Value> = (value: unknown) => Value | undefined;

const text =
  (length: number): Reader<string> =>
  (value) =>
    typeof value === 'string' ? loggedText(value).slice(0, length) : undefined;
const word = text(60);
const address: Reader<string> = (value) => (typeof value === 'string' ? loggedAddress(value) : undefined);
/** Of a span: an address with or without its origin, or a call with its method. */
const description: Reader<string> = (value) =>
  typeof value === 'string' && /^(?:https?:\/)?\//.test(value) ? loggedAddress(value) : text(200)(value);
const number: Reader<number> = (value) => (Number.isFinite(value) ? (value as number) : undefined);
/** Sentry's ids: of an event or a trace 32 hexadecimal characters, of a span 16. */
export const isSentryId = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:[\da-f]{16}){1,2}$/.test(value);
const id: Reader<string> = (value) => (isSentryId(value) ? value : undefined);
/** Of the gateway. */
const traceId: Reader<string> = (value) => (typeof value === 'string' && isTraceId(value) ? value : undefined);

const list =
  <Item>(item: Reader<Item>, length: number): Reader<Item[]> =>
  (value) =>
    Array.isArray(value)
      ? value
          .slice(-length)
          .map(item)
          .filter((entry) => entry !== undefined)
      : undefined;

type Shape = Readonly<Record<string, Reader<unknown>>>;
type Read<Fields extends Shape> = { [Key in keyof Fields]?: Exclude<ReturnType<Fields[Key]>, undefined> };

/** Builds an object of the named fields only. */
const object =
  <Fields extends Shape>(fields: Fields): Reader<Read<Fields>> =>
  (value) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const known = Object.entries(fields).map(([key, read]) => [key, read((value as Record<string, unknown>)[key])]);
    return Object.fromEntries(known.filter(([, field]) => field !== undefined));
  };

const trace = { trace_id: id, span_id: id, parent_span_id: id, op: word, status: word };

/**
 * The fields of a client's error or trace that are forwarded, scrubbed:
 * develop.sentry.dev/sdk/data-model/event-payloads.
 */
export const readBrowserEvent = object({
  event_id: id,
  type: (value) => (value === 'transaction' ? value : undefined),
  level: word,
  message: text(500),
  release: word,
  environment: word,
  transaction: address,
  timestamp: number,
  start_timestamp: number,
  tags: object({ page: address, traceId }),
  contexts: object({ trace: object(trace) }),
  exception: object({
    values: list(
      object({
        type: word,
        value: text(500),
        stacktrace: object({
          frames: list(object({ filename: address, function: text(200), lineno: number, colno: number }), 50),
        }),
      }),
      5,
    ),
  }),
  breadcrumbs: list(
    object({
      category: word,
      level: word,
      timestamp: number,
      data: object({ method: word, url: address, status_code: number, from: address, to: address }),
    }),
    20,
  ),
  spans: list(object({ ...trace, description, origin: word, start_timestamp: number, timestamp: number }), 50),
});

export type BrowserEvent = NonNullable<ReturnType<typeof readBrowserEvent>>;
