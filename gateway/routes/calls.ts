import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { type Call, type CallName, calls } from '#shared/calls.ts';
import { codes } from '#shared/problem.ts';
import type { Config } from '../config.ts';
import { refuseOtherSpelling } from '../http/error-handler.ts';
import type { JsonBody } from '../http/json-body.ts';
import { onRequestClosed } from '../http/on-request-closed.ts';
import { Problem } from '../http/problem.ts';
import type { SecurityEvent } from '../operations/telemetry.ts';
import { Delivery, type ForwardedCall } from '../session/forward.ts';
import type { Session } from '../session/session-cookies.ts';
import type { HeldTokens } from '../session/tokens.ts';
import { callContext, pathWithQuery } from '../upstream/request-headers.ts';
import { holdsTokenKey } from '../upstream/token-firewall.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { sendAnswer } from './send-response.ts';

const events: Partial<Record<CallName, SecurityEvent>> = {
  applyNewEmail: 'e-mail changed',
  deleteAccount: 'account deleted',
  cancelAccountDeletion: 'account restored',
};

/** A route for each call that browsers may make; what is not in the table has none. decisions.md §3 */
async function proxiedCalls(app: FastifyInstance, _config: Config): Promise<void> {
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    if (call.access === 'gateway' || call.redirects) continue;
    app.route({
      method: call.method,
      url: call.path,
      exposeHeadRoute: false,
      config: { access: call.access, rate: call.signsIn ? 'sign-in' : 'calls' },
      onRequest: refuseOtherSpelling(call.path),
      handler: (request, reply) => answerCall(app, name, call, request, reply),
    });
  }
}

export const callsPlugin = fastifyPlugin(proxiedCalls, {
  name: 'calls',
  dependencies: ['access', 'json-body', 'session', 'forwarder', 'client-address', 'security-headers'],
});

function answerCall(
  app: FastifyInstance,
  name: CallName,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const session = app.sessions.read(request);
  const context = callContext(request, session.cookies.get('locale'));
  const delivery = new Delivery(session);
  const given = request.body as JsonBody | undefined;
  const path = pathWithQuery(call, request.raw.url ?? '');
  const body = (tokens: HeldTokens) =>
    call.addsRefreshToken ? addRefreshToken(given, tokens) : (given?.bytes ?? null);
  const forwarded = { name, call, path, session, context, body };
  // A sign-in is finished without its client: what it has spent cannot be had twice.
  if (!call.signsIn) onRequestClosed(reply, () => delivery.abandon());
  const fail = (error: unknown) => void answerFailure(app, forwarded, delivery, request, reply, error);
  try {
    if (call.addsRefreshToken && session.refresh === null) endSession(app, delivery);
    app.forwarder.send(forwarded, delivery, (failure) => {
      if (failure !== null) fail(failure);
      else finish();
    });
  } catch (error) {
    fail(error);
  }

  function finish(): void {
    try {
      if (call.signsIn || events[name] || delivery.renewed) finishSlowly().catch(fail);
      else sendAnswer(request, reply, delivery, checkedText(app, forwarded, delivery));
    } catch (error) {
      fail(error);
    }
  }

  async function finishSlowly(): Promise<void> {
    const rewritten = call.signsIn ? await completeSignIn(app, forwarded, delivery, emailOf(given)) : null;
    const text = checkedText(app, forwarded, delivery, rewritten);
    if (events[name] && isSuccess(delivery)) await completeCall(app, forwarded, delivery, given);
    if (delivery.renewed) await keepRenewed(app, session, delivery);
    sendAnswer(request, reply, delivery, rewritten === null ? text : Buffer.from(rewritten));
  }
}

/** Never rejects: past Fastify's reply nobody would hear of it, and the client would wait for the rest. */
async function answerFailure(
  app: FastifyInstance,
  { call, session }: ForwardedCall,
  delivery: Delivery,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): Promise<void> {
  let unsaid = error;
  try {
    if (!reply.sent) {
      reply.send(await withCookies(app, session, delivery, reply, error));
      return;
    }
  } catch (unforeseen) {
    unsaid = unforeseen;
  }
  app.telemetry.reportError(unsaid, { traceId: request.id, route: call.path });
  reply.raw.destroy();
}

/** Cookies go out with a failure too: a refresh may have gone before it. */
async function withCookies(
  app: FastifyInstance,
  session: Session,
  delivery: Delivery,
  reply: FastifyReply,
  error: unknown,
): Promise<unknown> {
  try {
    await keepRenewed(app, session, delivery);
  } catch (ended) {
    return ended;
  }
  if (delivery.sessionEnded) reply.header('session-ended', '1');
  if (delivery.setCookies.length > 0) reply.header('set-cookie', delivery.setCookies);
  return error;
}

/** A call that needs the refresh token to name the session, and a browser that has none. */
function endSession({ sessions }: FastifyInstance, delivery: Delivery): never {
  delivery.sessionEnded = true;
  delivery.setCookies.push(...sessions.cookies.clearTokens(), sessions.cookies.clearAuthType());
  throw new Problem(codes.unauthenticated, 'No session to end');
}

/**
 * The body as a text where that is what is sent.
 * @param rewritten what takes the place of the upstream's body, if anything does
 * @throws {Problem} when it holds a token
 */
function checkedText(
  app: FastifyInstance,
  forwarded: ForwardedCall,
  delivery: Delivery,
  rewritten: string | null = null,
): string | null {
  const text = rewritten ?? shortText(delivery);
  if (holdsTokenKey(text ?? delivery.decoded)) refuseTokens(app, forwarded);
  return text;
}

const maxTextBytes = 16_384;

/** A short answer as a string of one character for each byte: searched and sent for less than the bytes themselves. */
function shortText({ answer, decoded }: Delivery): string | null {
  return answer?.body === decoded && decoded.length <= maxTextBytes ? decoded.toString('latin1') : null;
}

function refuseTokens({ telemetry }: FastifyInstance, { name, call, context: { traceId } }: ForwardedCall): never {
  const problem = new Problem(codes.internal, 'Upstream answer is unusable');
  telemetry.securityEvent('token firewall', { traceId, call: name });
  telemetry.reportError(problem, { traceId, route: call.path });
  throw problem;
}

/** What the success of a call means here: a line in the security log, the end of a deleted account's session. */
async function completeCall(
  { sessions, telemetry }: FastifyInstance,
  { name, call, session, context: { traceId } }: ForwardedCall,
  delivery: Delivery,
  given: JsonBody | undefined,
): Promise<void> {
  const event = events[name];
  const refresh = delivery.renewed?.refresh ?? session.refresh;
  if (event) telemetry.securityEvent(event, { traceId, call: name, account: emailOf(given), session: refresh });
  if (!call.addsRefreshToken) return;
  if (refresh !== null) await sessions.journal.end(refresh);
  delivery.renewed = null;
  delivery.setCookies.push(...sessions.cookies.clearTokens(), sessions.cookies.clearAuthType());
}

/** The new pair goes out with every answer that took part; not one that was ended or replaced in the meantime. */
async function keepRenewed(app: FastifyInstance, session: Session, delivery: Delivery): Promise<void> {
  const { renewed } = delivery;
  if (renewed === null) return;
  delivery.renewed = null;
  const { ended, newest } = await app.sessions.journal.look(session);
  if (ended) throw new Problem(codes.unauthenticated, 'Session has ended');
  const { access, refresh } = newest.access === null || newest === session ? renewed : newest;
  delivery.setCookies.push(...app.sessions.cookies.setTokens({ access: access ?? renewed.access, refresh }));
}

function addRefreshToken(given: JsonBody | undefined, { refresh }: HeldTokens): string {
  const value = given?.value;
  const fields = typeof value === 'object' && !Array.isArray(value) ? value : {};
  return JSON.stringify({ ...fields, refresh_token: refresh });
}

const isSuccess = ({ answer }: Delivery): boolean => answer !== null && answer.status < 300;

/** Names the account in the security log, as a hash. */
function emailOf(given: JsonBody | undefined): string | undefined {
  const value = given?.value;
  if (typeof value !== 'object' || value === null || !('email' in value)) return undefined;
  return typeof value.email === 'string' ? value.email : undefined;
}
