import { randomUUID } from 'node:crypto';
import { calls } from '#shared/calls.ts';
import { codes } from '#shared/problem.ts';
import { Problem } from '../http/problem.ts';
import type { Upstream, UpstreamAnswer } from '../upstream/client.ts';
import { decodeBody } from '../upstream/decode-body.ts';
import { readCode } from '../upstream/error-code.ts';
import type { CallContext, RequestHeaders } from '../upstream/request-headers.ts';
import { holdsTokenKey } from '../upstream/token-firewall.ts';
import type { RefreshAnswer } from './refresh-coordinator.ts';
import type { SessionCookies } from './session-cookies.ts';
import { takeTokens } from './tokens.ts';

/** A pair of tokens, or a reason why there is none, is not longer. */
const maxBytes = 262_144;

/** The gateway's own call: a new pair for a refresh token. Nobody's client ends it. decisions.md §3, Refresh */
export function createRefresh(upstream: Upstream, requestHeaders: RequestHeaders, cookies: SessionCookies) {
  return async function refresh(refreshToken: string, context: CallContext): Promise<RefreshAnswer> {
    const { method, path } = calls.refreshTokens;
    const own = { ...context, traceId: randomUUID(), accept: 'application/json' };
    const headers = requestHeaders(calls.refreshTokens, own, null, true);
    const body = JSON.stringify({ refresh_token: refreshToken });
    try {
      return await readAnswer(await upstream.ask({ method, path, headers, body, maxBytes }), cookies);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === codes.deadlineExceeded) return { kind: 'timed out' };
      return { kind: error.cause === 200 ? 'unusable' : 'failed' };
    }
  };
}

/** Only a definite answer is one: anything else leaves the session as it is. */
async function readAnswer(answer: UpstreamAnswer, cookies: SessionCookies): Promise<RefreshAnswer> {
  const { status } = answer;
  if (status === 200) {
    const taken = takeTokens((await decodeBody(answer, maxBytes)) ?? Buffer.alloc(0));
    if (!taken || !cookies.fits('access', taken.access)) return { kind: 'unusable' };
    const refresh = cookies.fits('refresh', taken.refresh) ? taken.refresh : null;
    return { kind: 'renewed', tokens: { access: taken.access, refresh } };
  }
  if (status !== 400 && status !== 401 && status !== 403) return { kind: 'failed' };
  const body = await decodeBody(answer, maxBytes);
  if (!body || readCode(body) === null) return { kind: 'failed' };
  return holdsTokenKey(body) ? { kind: 'unusable' } : { kind: 'refused', body: body.toString('utf8') };
}
