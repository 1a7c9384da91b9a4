import type { FastifyRequest } from 'fastify';
import { codes } from '#shared/problem.ts';
import { Problem } from '../http/problem.ts';

/** The page waits for 30 s. For 60 s after a refresh, the spent token of a request in time leads to the new one. */
const longestMs = 45_000;

/**
 * Refuses a call that its page sent too long ago to be waiting for it. When a silent connection ends, a browser repeats
 * the request, even hours later when the device wakes up, with the cookies of that time: what the user has undone since
 * would happen again, or a token that was spent long ago would end the session.
 * docs/decisions/011-profile-plan-and-referral.md
 * @throws {Problem} with the gateway's time, because the browser's clock may have been set
 */
export function refuseLateRequest({ headers }: FastifyRequest): void {
  const now = Date.now();
  // By the gateway's clock, in epoch milliseconds. What is no number, empty or absent is not late.
  const isLate = now - Number(headers['sent-at'] || Number.NaN) > longestMs;
  if (!isLate) return;
  throw new Problem(codes.deadlineExceeded, 'Request is too late', {
    headers: { 'gateway-time': String(now) },
    failure: 'late',
  });
}
