import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { calls } from '#shared/calls.ts';
import { type ReceivedRequest, sendJson, startUpstream, type TestUpstream } from './upstream.ts';

export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

export interface RotatingUpstream extends TestUpstream {
  /** A new session. */
  issue(): TokenPair;
  /** All access tokens are worn out from now on. */
  expire(): void;
  /** Refreshes that have arrived. */
  refreshes(): readonly ReceivedRequest[];
  /** Awaited before a refresh is carried out. */
  beforeRefresh: () => Promise<unknown>;
  /** Stands in for a refresh's answer. */
  answerRefresh: ((response: ServerResponse) => void) | null;
}

/** Tokens that rotate without any leeway: a refresh token spent twice is refused, so whoever spends one twice is found out. */
export async function startRotatingUpstream(): Promise<RotatingUpstream> {
  const good = new Set<string>();
  const live = new Set<string>();
  const issue = (): TokenPair => {
    const pair = { access: `access-${randomUUID()}`, refresh: `refresh-${randomUUID()}` };
    good.add(pair.access);
    live.add(pair.refresh);
    return pair;
  };
  const sendPair = (response: ServerResponse) => {
    const { access, refresh } = issue();
    sendJson(response, 200, { access_token: access, refresh_token: refresh });
  };
  const answer = async ({ url, headers, body }: ReceivedRequest, response: ServerResponse) => {
    const path = url.split('?')[0];
    if (path === calls.refreshTokens.path) {
      await rotating.beforeRefresh();
      if (rotating.answerRefresh) return rotating.answerRefresh(response);
      if (!live.delete(JSON.parse(body).refresh_token))
        return sendJson(response, 401, { code: 16, message: 'token spent' });
      return sendPair(response);
    }
    if (path === calls.verifyOneTimeCode.path) return sendPair(response);
    if (!good.has(headers.authorization ?? '')) return sendJson(response, 401, { code: 16, message: 'token expired' });
    return sendJson(response, 200, { profile: { email: 'anna@example.com' } });
  };
  const upstream = await startUpstream((request, response) => void answer(request, response));
  const rotating: RotatingUpstream = Object.assign(upstream, {
    issue,
    expire: () => good.clear(),
    refreshes: () => upstream.to(calls.refreshTokens.path),
    beforeRefresh: async () => undefined,
    answerRefresh: null,
  });
  return rotating;
}

export const cookiesOf = ({ access, refresh }: TokenPair): string => `access_token=${access}; refresh_token=${refresh}`;
