/** The headers that the gateway uses; all others are dropped on arrival. */
const used = ['content-type', 'content-length', 'content-encoding', 'cache-control', 'retry-after', 'date'] as const;
export type ResponseHeaders = Partial<Record<(typeof used)[number], string>>;

/** undici's: names in lower case, and a list for each one that the upstream has repeated. */
export type ReceivedHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export function pickHeaders(headers: ReceivedHeaders): ResponseHeaders {
  const picked: ResponseHeaders = {};
  for (const name of used) {
    const value = headers[name];
    if (value === undefined) continue;
    // A repeated header is one list: a second Cache-Control does not undo the first.
    const isList = name === 'content-encoding' || name === 'cache-control';
    picked[name] = typeof value === 'string' ? value : isList ? value.join(', ') : (value.at(-1) ?? '');
  }
  return picked;
}
