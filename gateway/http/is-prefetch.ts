import { codes } from '#shared/problem.ts';
import { Problem } from './problem.ts';
import type { PageRequest } from './request-url.ts';

/** Whether a browser fetches a page that its visitor may never open. Such a request must change nothing. */
export const isPrefetch = ({ headers }: PageRequest): boolean =>
  /\bpre(?:fetch|render)\b/.test(String(headers['sec-purpose'] ?? ''));

export const refusedPrefetch = (): Problem =>
  new Problem(codes.unavailable, 'This address is not fetched in advance', { failure: 'prefetch' });
