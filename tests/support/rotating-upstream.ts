import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { calls } from '#shared/calls.ts';
import { type ReceivedRequest, sendJson, startUpstream, type TestUpstream } from './upstream.ts';

export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

export interface RotatingUpstream extends TestUpstream {
  /** Creates a session. */
  issue(): TokenPair;
  /** Expires all access tokens. */
  expire(): void;
  /** The refresh requests received so far. */
  refreshes(): readonly ReceivedRequest[];
  /** Awaited before a refresh is processed. */
  beforeRefresh: () => Promise<unknown>;
  /** Replaces the response to a refresh. */
  respondToRefresh: ((response: ServerResponse) => void) | null;
}

/** Rotates refresh tokens. A second use is refused; with `grace` it returns the same pair, like the sandbox. */
export async function startRotatingUpstream({ grace = false } = {}): Promise<RotatingUpstream> {
  const successors = new Map<string, TokenPair>();
  const good = new Set<string>();
  const live = new Set<string>();
  const issue = (): TokenPair => {
    const pair = { access: `access-${randomUUID()}`, refresh: `refresh-${randomUUID()}` };
    good.add(pair.access);
    live.add(pair.refresh);
    return pair;
  };
  const sendPair = (response: ServerResponse, { access, refresh } = issue()) =>
    sendJson(response, 200, { access_token: access, refresh_token: refresh });
  const respond = async ({ url, headers, body }: ReceivedRequest, response: ServerResponse) => {
    const path = url.split('?')[0];
    if (path === calls.refreshTokens.path) {
      await rotating.beforeRefresh();
      if (rotating.respondToRefresh) return rotating.respondToRefresh(response);
      const spent: string = JSON.parse(body).refresh_token;
      const known = grace ? successors.get(spent) : undefined;
      if (known) return sendPair(response, known);
      if (!live.delete(spent)) return sendJson(response, 401, { code: 16, message: 'token spent' });
      const pair = issue();
      successors.set(spent, pair);
      return sendPair(response, pair);
    }
    if (path === calls.verifyOneTimeCode.path) return sendPair(response);
    if (!good.has(headers.authorization ?? '')) return sendJson(response, 401, { code: 16, message: 'token expired' });
    return sendJson(response, 200, { profile: { email: 'anna@example.com' } });
  };
  const upstream = await startUpstream((request, response) => void respond(request, response));
  const rotating: RotatingUpstream = Object.assign(upstream, {
    issue,
    expire: () => good.clear(),
    refreshes: () => upstream.requestsTo(calls.refreshTokens.path),
    beforeRefresh: async () => undefined,
    respondToRefresh: null,
  });
  return rotating;
}

export const cookiesOf = ({ access, refresh }: TokenPair): string => `access_token=${access}; refresh_token=${refresh}`;
