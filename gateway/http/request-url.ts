import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** What an error page depends on: all that is known of a request that Node refused. */
export interface PageRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Pick<IncomingMessage, 'url'>;
}

/** The path as the client sent it: not decoded, without the query. */
export function pathOf(request: PageRequest): string {
  const url = request.raw.url ?? '/';
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** The query as the client sent it, without `?`. */
export function queryOf(request: PageRequest): string {
  const url = request.raw.url ?? '';
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}

/** Whether a browser loads a page, not a script or an image. A browser without `Sec-Fetch-Mode` is trusted. */
export const isNavigation = ({ method, headers }: PageRequest): boolean =>
  method === 'GET' &&
  headers.accept?.includes('text/html') === true &&
  (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate';

export const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

export const contentLengthOf = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

/** The path as the client's router compares it: decoded, in any case. */
export function routedPath(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase();
  } catch {
    return path;
  }
}

export const isAtOrBelow = (path: string, base: string): boolean => path === base || path.startsWith(`${base}/`);

/** Whether its percent signs encode UTF-8. */
export const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};
