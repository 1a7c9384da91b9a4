import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { calls } from '#shared/calls.ts';
import { profileAddress } from '#shared/early-reads.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { Config } from '../config.ts';
import { isPrefetch, refusedPrefetch } from '../http/is-prefetch.ts';
import { whileConnected } from '../http/on-request-closed.ts';
import { Problem } from '../http/problem.ts';
import { pathOf, queryOf } from '../http/request-url.ts';
import { addNavigationHook } from '../pages/navigation.ts';
import { CallState } from '../session/call-state.ts';
import { type CallRequest, callUpstream } from '../session/call-upstream.ts';
import { mayCleanUp } from '../session/cookie-cleanup.ts';
import type { Session } from '../session/session-cookies.ts';
import { type ExtractedTokens, extractTokens, type Tokens } from '../session/tokens.ts';
import { readJson } from '../upstream/read-json.ts';
import type { CallContext } from '../upstream/request-headers.ts';
import { leaksToken } from './refuse-token-leaks.ts';
import { type Credentials, isCredential, nameOf, takeUrlCredentials } from './url-credentials.ts';

/** Longer than any link of ours. */
const maxTargetLength = 2_048;

/** Signs in with credentials in a page's URL and redirects to the URL without them. decisions.md §3, Sign-in by URL */
async function signInByUrl(app: FastifyInstance, { publicOrigin }: Config): Promise<void> {
  app.addHook('onRequest', (request, _reply, done) =>
    isPrefetch(request) && (request.method !== 'GET' || takeUrlCredentials(pathOf(request), queryOf(request)))
      ? done(refusedPrefetch())
      : done(),
  );
  addNavigationHook(app, async (request, reply) => {
    const found = takeUrlCredentials(pathOf(request), queryOf(request));
    if (!found) return;
    const session = app.sessions.read(request);
    const { credentials, isOfPayment } = found;
    reply.header('set-cookie', [...session.cleanup]);
    const signedIn = session.access !== null || session.refresh !== null;
    // Visitors pay in the session that they have: no account was ignored.
    if (credentials !== null && signedIn && !isOfPayment)
      reply.header('set-cookie', app.sessions.cookies.setSignedInBy('kept'));
    // Another site must not sign the visitor in behind a frame.
    const isTopLevel = (request.headers['sec-fetch-dest'] ?? 'document') === 'document';
    const mayStart = credentials !== null && !signedIn && isTopLevel;
    const failed = mayStart && !(await signIn(app, credentials, session, request, reply));
    if (failed && !mayCleanUp(request.receivedAt)) reply.removeHeader('set-cookie');
    const showsError = failed && !isOfPayment;
    // Absolute on purpose: '/..//evil.example' would become another host.
    const target = new URL(publicOrigin);
    target.pathname = showsError ? pagePaths.enter : pathOf(request);
    target.search = showsError ? withError(found.query) : found.query;
    // Encoded, it can be three times as long, and a client that does not read keeps it in memory.
    if (target.href.length > maxTargetLength) target.search = showsError ? withError('') : '';
    return reply.redirect(target.href, 303);
  });
}

export const signInByUrlPlugin = fastifyPlugin(signInByUrl, {
  name: 'sign-in-by-url',
  dependencies: ['route-policy', 'session', 'upstream', 'rate-limit', 'client-address', 'pages'],
});

async function signIn(
  app: FastifyInstance,
  credentials: Credentials,
  session: Session,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const fields = { traceId: request.id, kind: `url ${credentials.kind}` };
  if ((await app.countRequest('sign-in', request)) > 0) {
    app.telemetry.refused('rate limit');
    return false;
  }
  const { cookies } = app.sessions;
  const context = { ...app.sessions.callContext(request), accept: 'application/json' };
  const proof =
    credentials.kind === 'pair'
      ? await app.sessions.lineage.keepEnd(credentials.refresh, () =>
          provePair(app, credentials, session, context, reply),
        )
      : await exchangePermanentToken(app, credentials.token, session, context, reply);
  if (proof === 'unavailable') return false;
  if (proof === 'refused') {
    app.telemetry.securityEvent('sign-in failed', fields);
    return false;
  }
  const { tokens, account } = proof;
  const isIssued = credentials.kind === 'permanent token';
  const { setCookies } = await app.sessions.start(tokens, session, context, reply, isIssued);
  reply.header('set-cookie', [...setCookies, cookies.setSignedInBy('url'), cookies.setAccountUnconfirmed()]);
  const path = pathOf(request);
  if (automaticPages.has(path.replace(/\/$/, '')))
    reply.header('set-cookie', cookies.setSignedInByThisLink(path, tokens));
  // A pair comes from a social sign-in, which has set its marker already.
  if (isIssued) reply.header('set-cookie', cookies.clearAuthType());
  app.telemetry.signedIn(credentials.kind === 'pair' ? 'url pair' : 'url token');
  app.telemetry.securityEvent('sign-in', { ...fields, account, session: tokens.refresh });
  return true;
}

/** Pages that do something by themselves for an account that their own link has signed in. */
const automaticPages: ReadonlySet<string> = new Set([
  pagePaths.toApp,
  pagePaths.redirectToApp,
  pagePaths.subscriptionConfirmed,
  pagePaths.oldSubscriptionConfirmed,
]);

/** `unavailable`: the upstream is unreachable, overloaded or failing. */
type Verdict = Proof | 'refused' | 'unavailable';

/** The tokens of a new session, and the account's e-mail if the upstream returned it. */
interface Proof {
  readonly tokens: Tokens;
  readonly account: string | undefined;
}

function exchangePermanentToken(
  app: FastifyInstance,
  token: string,
  session: Session,
  context: CallContext,
  reply: FastifyReply,
): Promise<Verdict> {
  const request = { session, context, reply, buildBody: () => JSON.stringify({ perm_token: token }) };
  return call(app, 'signInWithPermanentToken', request, ({ response, decodedBody }) => {
    const extracted = response?.status === 200 ? extractTokens(decodedBody) : null;
    return extracted && proofOf(app, extracted);
  });
}

/** Proves a pair by reading the profile with it. An expired one is refreshed once. */
async function provePair(
  app: FastifyInstance,
  pair: Credentials & { kind: 'pair' },
  session: Session,
  context: CallContext,
  reply: FastifyReply,
): Promise<Verdict> {
  const { cookies, lineage, links } = app.sessions;
  const { network } = context;
  const readLineage = () => whileConnected(reply, lineage.read(pair.refresh, { network }));
  if (!cookies.isShortPair(pair)) return 'refused';
  // Read before its successor: a refresh that ends meanwhile records the successor first.
  const wasSpent = await lineage.wasSpent(pair.refresh);
  // An old link must not open the session that continued from its pair, or one that has ended.
  const { ended, successor } = await readLineage();
  if (ended || (await links.isExpired(pair))) return 'refused';
  if (successor === null && wasSpent) return 'refused';
  // An earlier visit may have refreshed the pair and lost the response.
  if (successor !== null && !(await links.wasOpenedRecently(pair.refresh))) return 'refused';
  if (successor === null) await links.recordOpened(pair.refresh, network);
  const tokens = successor ?? pair;
  const held = { ...session, access: tokens.access, refresh: tokens.refresh };
  const request = { session: held, context, reply, buildBody: () => null };
  const proof = await call(app, 'profile', request, ({ response, sessionEnded, refreshed, decodedBody }) => {
    if (response === null || sessionEnded) return null;
    const { message, profile } = readJson(decodedBody) ?? {};
    // A deleted account can be restored, which needs a session.
    if (response.status !== 200 && message !== 'AccountDeleted') return null;
    const { access, refresh } = refreshed ?? tokens;
    // The token firewall would withhold this profile from the page.
    if (leaksToken(response.headers, decodedBody, [access, refresh])) return null;
    const { email }: { readonly email?: unknown } = Object(profile);
    return proofOf(app, { access, refresh }, typeof email === 'string' ? email : undefined);
  });
  if (typeof proof === 'string') return proof;
  await links.recordSignIn(pair, network);
  // Another tab may have signed in with the same link and out again. Read last: the cookies are set at once.
  return (await readLineage()).ended ? 'refused' : proof;
}

/** Sends a call and reads what it proves; `read` returns null for a response that proves nothing. */
async function call(
  app: FastifyInstance,
  name: 'profile' | 'signInWithPermanentToken',
  request: Pick<CallRequest, 'session' | 'context' | 'reply' | 'buildBody'>,
  read: (state: CallState) => Proof | null,
): Promise<Verdict> {
  const state = new CallState(request.session);
  // The profile as the page reads it.
  const path = name === 'profile' ? profileAddress : calls[name].path;
  try {
    await callUpstream(app, { ...request, name, call: calls[name], path }, state);
    const isRefusal = state.response !== null && state.response.status < 500;
    return read(state) ?? (isRefusal ? 'refused' : 'unavailable');
  } catch (error) {
    if (error instanceof Problem) return 'unavailable';
    throw error;
  } finally {
    state.release();
  }
}

function proofOf(
  { sessions: { cookies } }: FastifyInstance,
  found: Pick<ExtractedTokens, 'access' | 'refresh'>,
  account?: string,
): Proof | null {
  const tokens = cookies.usableTokens(found);
  return tokens && { tokens, account };
}

/** The query with our error instead of an existing one. The app's token would sign in on the page that shows it. */
function withError(query: string): string {
  const parts = query.split('&').filter((part) => part !== '' && nameOf(part) !== 'error' && !isCredential(part));
  return [...parts, 'error=SIGN_IN_FAILED'].join('&');
}
