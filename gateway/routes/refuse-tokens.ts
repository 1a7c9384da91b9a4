import type { FastifyInstance } from 'fastify';
import { codes } from '#shared/problem.ts';
import { Problem } from '../http/problem.ts';
import type { CallRequest } from '../session/call-upstream.ts';
import { holdsToken } from '../upstream/token-firewall.ts';

/**
 * Throws if a body for the browser holds a token. docs/security.md, Tokens
 * @param tokens those that the request was sent with, and that the upstream returned
 */
export function refuseTokens(
  { telemetry }: FastifyInstance,
  { name, call, context: { traceId } }: CallRequest,
  body: Buffer,
  tokens: readonly (string | null)[],
): void {
  if (!holdsToken(body, tokens)) return;
  const problem = new Problem(codes.internal, 'Upstream response is unusable', { failure: 'holds a token' });
  telemetry.securityEvent('token firewall', { traceId, call: name });
  telemetry.reportError(problem, { traceId, route: call.path });
  throw problem;
}
