import type { FastifyRequest } from 'fastify';

/** Whether a browser fetches a page that its visitor may never open. Such a request must change nothing. */
export const isPrefetch = ({ headers }: FastifyRequest): boolean =>
  /\bpre(?:fetch|render)\b/.test(String(headers['sec-purpose'] ?? ''));
