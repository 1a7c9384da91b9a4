import type { FastifyInstance } from 'fastify';
import type { Call, CallName } from '#shared/calls.ts';
import { codes } from '#shared/problem.ts';
import { type Connected, onRequestClosed, whileConnected } from '../http/on-request-closed.ts';
import { Problem } from '../http/problem.ts';
import { decodeBody } from '../upstream/decode-body.ts';
import type { UpstreamResponse } from '../upstream/exchange.ts';
import { readErrorCode } from '../upstream/read-json.ts';
import type { CallContext } from '../upstream/request-headers.ts';
import type { CallState } from './call-state.ts';
import { createIdentity } from './sealed-token.ts';
import type { Session } from './session-cookies.ts';
import { refreshProblem } from './token-refresher.ts';
import type { HeldTokens, Tokens } from './tokens.ts';

const maxResponseBytes = 4 * 1024 * 1024;

export interface CallRequest {
  readonly name: CallName;
  readonly call: Call;
  /** With the query. */
  readonly path: string;
  readonly session: Session;
  readonly context: CallContext;
  /** The call ends when the client leaves. */
  readonly reply: Connected;
  /** The body for the tokens in use; built again for the retry. */
  readonly buildBody: (tokens: HeldTokens) => Buffer | string | null;
}

/**
 * Sends a call with the session's access token. When it has expired, refreshes it and sends the call once more; without
 * one, refreshes first. Calls that sign in never refresh.
 * decisions.md §3, Refresh
 */
export async function callUpstream(app: FastifyInstance, request: CallRequest, state: CallState): Promise<void> {
  const { call, session } = request;
  if (call.mayReturnTokens) return send(app, request, session, state);
  const hasRefreshTokenOnly = session.access === null && session.refresh !== null;
  if (!hasRefreshTokenOnly) {
    await send(app, request, session, state);
    if (!isAccessTokenExpired(state)) return;
  }
  if (session.refresh === null) {
    if (session.access !== null) await endAccessOnlySession(app, request, session.access, state);
    return;
  }
  const tokens = await refreshSession(app, request, session.refresh, state);
  if (tokens !== null) await send(app, request, tokens, state);
}

const isAccessTokenExpired = ({ response, decodedBody }: CallState): boolean =>
  response?.status === 401 && readErrorCode(decodedBody) === codes.unauthenticated;

async function send(
  app: FastifyInstance,
  { name, call, path, context, reply, buildBody }: CallRequest,
  tokens: HeldTokens,
  state: CallState,
): Promise<void> {
  const exchange = app.upstream.send({
    call,
    path,
    context,
    accessToken: tokens.access,
    body: buildBody(tokens),
    maxBytes: maxResponseBytes,
  });
  // The upstream gets a sign-in also if its client has left, because its code or token works only once. It goes on
  // without the request, which can be ten times as long.
  const leave = call.mayReturnTokens ? () => void exchange.response.then(release, () => undefined) : exchange.abort;
  onRequestClosed(reply, leave);
  const response = await whileConnected(reply, exchange.response);
  app.telemetry.upstreamResponded(name, response.status, response.milliseconds);
  try {
    state.setResponse(response, await decodeUsable(response, context));
  } catch (error) {
    response.release();
    throw error;
  }
}

const release = (response: UpstreamResponse): void => response.release();

/** The decoded body of a response that the browser may get. */
async function decodeUsable(response: UpstreamResponse, { network }: CallContext): Promise<Buffer> {
  // Browsers would follow it, away from the gateway.
  const isRedirect = response.status >= 300 && response.status < 400;
  const decodedBody = isRedirect ? null : await decodeBody(response, maxResponseBytes, network);
  if (decodedBody === null) {
    throw new Problem(codes.internal, 'Upstream response is unusable', { failure: 'unreadable' });
  }
  return decodedBody;
}

/** The new tokens; null when the upstream refuses, which ends the session. Throws when the outcome is unknown. */
async function refreshSession(
  app: FastifyInstance,
  { session, context, reply }: CallRequest,
  refreshToken: string,
  state: CallState,
): Promise<Tokens | null> {
  const refreshing = app.sessions.coordinator.refresh({ access: session.access, refresh: refreshToken }, context);
  const outcome = await whileConnected(reply, refreshing);
  switch (outcome.kind) {
    case 'refreshed':
      state.refreshed = outcome.tokens;
      state.forbiddenTokens.push(outcome.tokens.access, outcome.tokens.refresh);
      return outcome.tokens;
    case 'refused': {
      const response = refusal(outcome.body);
      state.setResponse(response, response.body);
      state.endSession(app.sessions.cookies);
      return null;
    }
    case 'session ended':
      throw endedMeanwhile();
    default:
      throw refreshProblem(outcome);
  }
}

/** Ends a session that has only an expired access token. Throws if it had ended already. */
async function endAccessOnlySession(
  { sessions: { cookies, lineage } }: FastifyInstance,
  { context, reply }: CallRequest,
  accessToken: string,
  state: CallState,
): Promise<void> {
  const reading = lineage.read(accessToken, context);
  if ((await whileConnected(reply, reading)).ended) throw endedMeanwhile();
  await whileConnected(reply, lineage.recordRefusal(accessToken, context.network));
  state.endSession(cookies);
}

/** Sets the cookies of a refreshed pair, or of a newer one. Throws when the session has ended in the meantime. */
export async function setRefreshedCookies(
  { sessions }: FastifyInstance,
  { session: { refresh, identity }, context, reply }: CallRequest,
  state: CallState,
): Promise<void> {
  const { refreshed } = state;
  if (refreshed === null) return;
  state.refreshed = null;
  // Both, because Redis may have lost what connects them. The browser's token last: a sign-out in between marks that
  // one.
  const readBoth = async () =>
    [await sessions.lineage.read(refreshed.refresh, context), await sessions.lineage.read(refresh, context)] as const;
  const [{ ended, successor }, held] = await whileConnected(reply, readBoth());
  if (held.ended || ended) throw endedMeanwhile();
  state.setCookies.push(...sessions.cookies.setTokens(successor ?? refreshed, identity ?? createIdentity()));
}

/** Comes without cookies: the browser may have those of the next session. */
const endedMeanwhile = (): Problem => new Problem(codes.unauthenticated, 'Session has ended');

/** The refusal of the refresh, in place of the call's own response. */
const refusal = (body: string): UpstreamResponse => ({
  status: 401,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(body),
  milliseconds: 0,
  release: () => undefined,
});
