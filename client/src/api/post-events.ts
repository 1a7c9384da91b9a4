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
