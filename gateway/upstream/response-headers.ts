/** The headers that the gateway uses; all others are dropped on arrival. */
export interface ResponseHeaders {
  contentType?: string;
  contentLength?: string;
  contentEncoding?: string;
  cacheControl?: string;
  retryAfter?: string;
  date?: string;
}

export function pickHeaders(rawHeaders: readonly Buffer[]): ResponseHeaders {
  const headers: ResponseHeaders = {};
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const value = () => String(rawHeaders[index + 1]?.toString('latin1'));
    switch (rawHeaders[index]?.toString('latin1').toLowerCase()) {
      case 'content-type':
        headers.contentType = value();
        break;
      case 'content-length':
        headers.contentLength = value();
        break;
      case 'content-encoding':
        headers.contentEncoding = append(headers.contentEncoding, value());
        break;
      case 'cache-control':
        headers.cacheControl = append(headers.cacheControl, value());
        break;
      case 'retry-after':
        headers.retryAfter = value();
        break;
      case 'date':
        headers.date = value();
        break;
    }
  }
  return headers;
}

/** A repeated header is one list: a second Cache-Control does not undo the first. */
const append = (list: string | undefined, value: string): string => (list ? `${list}, ${value}` : value);
