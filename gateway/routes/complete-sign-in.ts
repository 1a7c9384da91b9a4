import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CallName } from '#shared/calls.ts';
import { codes } from '#shared/problem.ts';
import { Problem } from '../http/problem.ts';
import type { SignInKind } from '../operations/telemetry.ts';
import type { CallState } from '../session/call-state.ts';
import type { CallRequest } from '../session/call-upstream.ts';
import { extractTokens } from '../session/tokens.ts';
import { holdsTokenKey } from '../upstream/token-firewall.ts';
import { refuseTokenLeaks } from './refuse-token-leaks.ts';

const kinds: Partial<Record<CallName, SignInKind>> = {
  signInWithPermanentToken: 'permanent token',
  signInWithAccountCode: 'account code',
};

/**
 * Moves the tokens of a sign-in response into cookies. decisions.md §3, Tokens in responses
 * @returns the body without them; null when the upstream's body may be sent
 */
export async function completeSignIn(
  app: FastifyInstance,
  request: CallRequest,
  state: CallState,
  account: string | undefined,
  reply: FastifyReply,
): Promise<Buffer | null> {
  const { response, decodedBody, setCookies, forbiddenTokens } = state;
  const { call, name, session, context } = request;
  const { cookies } = app.sessions;
  const kind = kinds[name] ?? 'code';
  const fields = { traceId: context.traceId, call: name, kind, account };
  if (response === null || response.status >= 300) {
    // A refused request for a code is not a failed sign-in.
    if (response && response.status < 500 && call.requiresTokens) app.telemetry.securityEvent('sign-in failed', fields);
    return null;
  }
  const extracted = extractTokens(decodedBody);
  const tokens = extracted && cookies.usableTokens(extracted);
  if (extracted === null || tokens === null) {
    // The tokens are nested deeper, unusable or missing: no session.
    if (call.requiresTokens)
      throw new Problem(codes.internal, 'Sign-in response has no usable tokens', { failure: 'unreadable' });
    return extracted && holdsTokenKey(decodedBody) ? Buffer.from(extracted.rest) : null;
  }
  const rest = Buffer.from(extracted.rest);
  forbiddenTokens.push(tokens.access, tokens.refresh);
  // Before the session starts.
  refuseTokenLeaks(app, request, state, rest);
  const started = await app.sessions.start(tokens, session, context, reply);
  state.sessionTag = started.tag;
  setCookies.push(...started.setCookies, cookies.clearAuthType());
  // It may come from an address that any site can open.
  if (name === 'signInWithPermanentToken') setCookies.push(cookies.setAccountUnconfirmed());
  else if (session.readableCookies.has('account_unconfirmed'))
    setCookies.push(cookies.clearReadable('account_unconfirmed'));
  app.telemetry.signedIn(kind);
  app.telemetry.securityEvent('sign-in', { ...fields, session: tokens.refresh });
  return rest;
}
