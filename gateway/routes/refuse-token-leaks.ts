import type { FastifyInstance } from 'fastify';
import { codes } from '#shared/problem.ts';
import { Problem } from '../http/problem.ts';
import type { CallState } from '../session/call-state.ts';
import type { CallRequest } from '../session/call-upstream.ts';
import { holdsToken } from '../upstream/token-firewall.ts';

/**
 * Throws if the headers or the body for the browser hold a token. docs/security.md, Tokens
 * @param body what the browser gets in place of the upstream's body, or that body, decoded
 */
export function refuseTokenLeaks(
  { telemetry }: FastifyInstance,
  { name, call, context: { traceId } }: CallRequest,
  { response, forbiddenTokens }: CallState,
  body: Buffer,
): void {
  if (!leaksToken(response?.headers ?? {}, body, forbiddenTokens)) return;
  const problem = new Problem(codes.internal, 'Upstream response is unusable', { failure: 'holds a token' });
  telemetry.securityEvent('token firewall', { traceId, call: name });
  telemetry.reportError(problem, { traceId, route: call.path });
  throw problem;
}

/** Whether one of the tokens is in the body or in a header, or a token's key. */
export const leaksToken = (
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  tokens: readonly (string | null)[],
): boolean => [body, Buffer.from(Object.values(headers).join('\n'))].some((each) => holdsToken(each, tokens));
