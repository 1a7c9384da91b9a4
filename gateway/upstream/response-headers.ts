/** The headers that the gateway uses; all others are dropped on arrival. */
const used = ['content-type', 'content-length', 'content-encoding', 'cache-control', 'retry-after', 'date'] as const;
export type ResponseHeaders = Partial<Record<(typeof used)[number], string>>;

export function pickHeaders(rawHeaders: readonly Buffer[]): ResponseHeaders {
  const headers: ResponseHeaders = {};
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toString('latin1').toLowerCase();
    const known = used.find((each) => each === name);
    if (!known) continue;
    const value = String(rawHeaders[index + 1]?.toString('latin1'));
    // A repeated header is one list: a second Cache-Control does not undo the first.
    const isList = known === 'content-encoding' || known === 'cache-control';
    headers[known] = isList && headers[known] ? `${headers[known]}, ${value}` : value;
  }
  return headers;
}
