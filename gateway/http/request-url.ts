import type { FastifyRequest } from 'fastify';

/** The path as the client sent it: not decoded, without the query. */
export function pathOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '/';
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** The query as the client sent it, without `?`. */
export function queryOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '';
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}

export const isAtOrBelow = (path: string, base: string): boolean => path === base || path.startsWith(`${base}/`);
