import type { FastifyInstance } from 'fastify';
import type { CallName } from '#shared/calls.ts';
import { codes } from '#shared/problem.ts';
import { Problem } from '../http/problem.ts';
import type { SignInKind } from '../operations/telemetry.ts';
import type { Delivery, ForwardedCall } from '../session/forward.ts';
import { takeTokens } from '../session/tokens.ts';
import { holdsTokenKey } from '../upstream/token-firewall.ts';

const kinds: Partial<Record<CallName, SignInKind>> = {
  signInWithPermanentToken: 'permanent token',
  signInWithAccountCode: 'account code',
};

/**
 * Puts the tokens of a sign-in call's answer into cookies. decisions.md §3, Tokens in responses
 * @returns the body without them; null when it may go out as it came
 */
export async function completeSignIn(
  app: FastifyInstance,
  { call, name, session, context }: ForwardedCall,
  delivery: Delivery,
  account: string | undefined,
): Promise<string | null> {
  const { answer, decoded } = delivery;
  const { cookies } = app.sessions;
  const kind = kinds[name] ?? 'code';
  const fields = { traceId: context.traceId, call: name, kind, account };
  if (answer === null || answer.status >= 300) {
    if (answer && answer.status < 500) app.telemetry.securityEvent('sign-in failed', fields);
    return null;
  }
  const taken = takeTokens(decoded);
  const access = cookies.fits('access', taken?.access) ? taken.access : null;
  if (taken === null || access === null) {
    // Nested deeper, unreadable, or simply none: no session comes of it.
    if (call.requiresTokens) throw new Problem(codes.internal, 'Sign-in brought no session');
    return taken && holdsTokenKey(decoded) ? taken.rest : null;
  }
  if (holdsTokenKey(Buffer.from(taken.rest))) return taken.rest;
  const refresh = cookies.fits('refresh', taken.refresh) ? taken.refresh : null;
  await app.sessions.replace(session, { access, refresh });
  delivery.setCookies.push(...cookies.setTokens({ access, refresh }), cookies.clearAuthType());
  app.telemetry.signedIn(kind);
  app.telemetry.securityEvent('sign-in', { ...fields, session: refresh });
  return taken.rest;
}
