import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { type Call, type CallName, calls } from '#shared/calls.ts';
import { codes } from '#shared/problem.ts';
import type { JsonBody } from '../http/json-body.ts';
import { onRequestClosed, whileConnected } from '../http/on-request-closed.ts';
import { Problem } from '../http/problem.ts';
import type { SecurityEvent } from '../operations/telemetry.ts';
import { CallState } from '../session/call-state.ts';
import { type CallRequest, callUpstream, setRefreshedCookies } from '../session/call-upstream.ts';
import { mayCleanUp } from '../session/cookie-cleanup.ts';
import type { Session } from '../session/session-cookies.ts';
import type { HeldTokens } from '../session/tokens.ts';
import { readErrorCode, readJson } from '../upstream/read-json.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { pathWithQuery } from './path-with-query.ts';
import { refuseLateRequest } from './refuse-late-request.ts';
import { refuseTokenLeaks } from './refuse-token-leaks.ts';
import { sendResponse } from './send-response.ts';

const successEvents: Partial<Record<CallName, SecurityEvent>> = {
  applyNewEmail: 'e-mail changed',
  deleteAccount: 'account deleted',
  cancelAccountDeletion: 'account restored',
};

/** One route for each call that browsers may send. Calls outside the table have no route. decisions.md §3, routes */
async function proxiedCalls(app: FastifyInstance): Promise<void> {
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    if (call.access === 'gateway' || call.redirects) continue;
    app.route({
      method: call.method,
      url: call.path,
      exposeHeadRoute: false,
      // The upstream refuses a `session` call without tokens.
      config: { access: call.access, rate: call.mayReturnTokens || call.checksCode ? 'sign-in' : 'calls' },
      // Before its attempt is counted.
      onRequest: async (request) => refuseLateRequest(request),
      handler: (request, reply) => app.sessions.keepEnd(request, () => handleCall(app, name, call, request, reply)),
    });
  }
}

export const callsPlugin = fastifyPlugin(proxiedCalls, {
  name: 'calls',
  dependencies: ['route-policy', 'json-body', 'session', 'upstream', 'client-address', 'security-headers'],
});

async function handleCall(
  app: FastifyInstance,
  name: CallName,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const session = app.sessions.read(request);
  const context = app.sessions.callContext(request);
  const given = request.body as JsonBody | undefined;
  const path = pathWithQuery(call, request);
  const buildBody = (tokens: HeldTokens) =>
    call.addsRefreshToken ? addRefreshToken(given, tokens) : (given?.bytes ?? null);
  const callRequest: CallRequest = { name, call, path, session, context, reply, buildBody };
  const state = new CallState(session);
  try {
    if (call.access === 'session') refuseOtherSession(app, request, session);
    const lacksRefreshToken = call.addsRefreshToken && session.refresh === null;
    if (lacksRefreshToken && session.isDoubled)
      throw new Problem(codes.unauthenticated, 'A cookie was sent twice', { headers: { 'retry-after': '0' } });
    if (lacksRefreshToken || (session.isPastLifetime && !call.mayReturnTokens))
      refuseUnusableSession(app, session, state);
    if (call.once) await refuseRepetition(app, callRequest, request);
    await callUpstream(app, callRequest, state);
    const rewritten = call.mayReturnTokens
      ? await completeSignIn(app, callRequest, state, emailIn(given), reply)
      : null;
    refuseTokenLeaks(app, callRequest, state, rewritten ?? state.decodedBody);
    const event = successEvents[name];
    // Only for calls with an event: `isSuccess` parses the body.
    const succeeded = event !== undefined && isSuccess(state);
    state.dropDecodedBody();
    if (succeeded) logEvent(app, callRequest, state, event, given);
    // Before `setRefreshedCookies`: a pair refreshed during the deletion is discarded.
    if (succeeded && call.endsSession) await endDeletedSession(app, callRequest, state);
    await setRefreshedCookies(app, callRequest, state);
    const setCookies = cookiesFor(callRequest, state);
    sendResponse(request, reply, call, state, { setCookies, rewritten, isDoubled: session.isDoubled });
  } catch (error) {
    // Cookies are sent with an error, too: a refresh may have come first. Does nothing the second time.
    await setRefreshedCookies(app, callRequest, state);
    if (state.sessionEnded) reply.header('session-ended', '1');
    reply.header('set-cookie', cookiesFor(callRequest, state));
    throw error;
  } finally {
    onRequestClosed(reply, () => state.release());
  }
}

/** The cookies of the response. Those that cannot be used are deleted before those of a new session are set. */
function cookiesFor(
  { call, session: { cleanup, lateCleanup }, context: { receivedAt } }: CallRequest,
  { setCookies }: CallState,
): readonly string[] {
  const startsSession = call.mayReturnTokens && setCookies.length > 0;
  return [...(startsSession || mayCleanUp(receivedAt) ? cleanup : lateCleanup), ...setCookies];
}

/**
 * The page shows an account, and another one's session may have begun since: a sign-in whose tab ends just as the
 * response arrives tells no page. The header is optional, and cookies that are not sealed do not say which session they
 * are.
 */
function refuseOtherSession(
  { sessions: { cookies }, telemetry }: FastifyInstance,
  request: FastifyRequest,
  { identity }: Session,
): void {
  const expected = request.headers['session-tag'];
  if (expected === undefined) return;
  const tag = cookies.tagOf(identity);
  if (tag === null || tag === expected) return;
  telemetry.securityEvent('call for another session', { traceId: request.id });
  throw new Problem(codes.failedPrecondition, 'Another session has begun', { headers: { 'session-tag': tag } });
}

/** The upstream may have executed the first request, and its response was lost: the page then looks at the profile. */
async function refuseRepetition(
  { sessions }: FastifyInstance,
  { name, call, session, context, reply }: CallRequest,
  request: FastifyRequest,
): Promise<void> {
  // Without a session the upstream refuses the call, so its key is not worth storing.
  if (call.access === 'session' && !sessions.describe(session).signedIn) return;
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return;
  if (!(await whileConnected(reply, sessions.isRepetition(name, key, context.network)))) return;
  throw new Problem(codes.deadlineExceeded, 'Request was already received', { failure: 'repeated' });
}

/** For a session past its lifetime, or without the refresh token that the call has to send. */
function refuseUnusableSession({ sessions: { cookies } }: FastifyInstance, session: Session, state: CallState): never {
  state.sessionEnded = true;
  state.setCookies.push(...cookies.clearSession(session));
  throw new Problem(codes.unauthenticated, 'Session has ended');
}

function logEvent(
  { telemetry }: FastifyInstance,
  { name, session, context: { traceId } }: CallRequest,
  { refreshed }: CallState,
  event: SecurityEvent,
  given: JsonBody | undefined,
): void {
  const refresh = refreshed?.refresh ?? session.refresh;
  telemetry.securityEvent(event, { traceId, call: name, account: emailIn(given), session: refresh });
}

async function endDeletedSession(
  { sessions: { cookies, endDeleted } }: FastifyInstance,
  { session, context, reply }: CallRequest,
  state: CallState,
): Promise<void> {
  const token = state.refreshed?.refresh ?? session.refresh;
  state.refreshed = null;
  const hadEnded = await whileConnected(reply, endDeleted(token, session.refresh, context));
  // If it has ended before, the cookies may be the next session's by now.
  if (!hadEnded) state.setCookies.push(...cookies.clearSession(session));
}

function addRefreshToken(given: JsonBody | undefined, { refresh }: HeldTokens): string {
  const value = given?.value;
  const fields = typeof value === 'object' && !Array.isArray(value) ? value : {};
  return JSON.stringify({ ...fields, refresh_token: refresh });
}

/** A proxy's page with status 200 is no success. */
const isSuccess = ({ response, decodedBody }: CallState): boolean =>
  response !== null &&
  response.status < 300 &&
  (decodedBody.length === 0 || (readJson(decodedBody) !== null && readErrorCode(decodedBody) === null));

/** The security log has only its hash. */
function emailIn(given: JsonBody | undefined): string | undefined {
  const value = given?.value;
  if (typeof value !== 'object' || value === null || !('email' in value)) return undefined;
  return typeof value.email === 'string' ? value.email : undefined;
}
