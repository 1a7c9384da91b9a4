import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { type GatewayAndUpstream, type LogLine, startGatewayAndUpstream } from '../../support/gateway.ts';
import { cookiesAfter, type HttpResponse, navigate, sendRequest } from '../../support/send-request.ts';
import { sendJson } from '../../support/upstream.ts';

const extensionId = 'abcdefghijklmnopabcdefghijklmnop';
const env = { COOKIE_KEYS: Buffer.alloc(32, 7).toString('base64'), EXTENSION_ID: extensionId };
const lines: LogLine[] = [];
let pair: GatewayAndUpstream;
let issued = 0;
beforeAll(async () => {
  pair = await startGatewayAndUpstream(env, lines);
});
afterAll(() => pair.close());
beforeEach(() => {
  lines.splice(0);
  pair.upstream.respond = ({ url }, response) => {
    issued += 1;
    const pairOfTokens = { access_token: `access-token-no-${issued}`, refresh_token: `refresh-token-no-${issued}` };
    sendJson(response, 200, url === calls.signInWithAccountCode.path ? pairOfTokens : {});
  };
});

const signIn = (cookie = '', headers: Readonly<Record<string, string>> = {}) =>
  sendRequest(pair.gateway.origin, calls.signInWithAccountCode.path, {
    method: 'POST',
    cookie,
    headers,
    body: { code: 'any' },
  });
const tagIn = ({ headers }: HttpResponse) => String(headers['session-tag']);
const startTag = ({ text }: HttpResponse) => /"sessionTag":("[^"]+"|null)/.exec(text)?.[1];

/** A session, and the tag of another one that has begun before. */
async function beginTwoSessions() {
  const earlier = await signIn();
  const response = await signIn();
  return { cookie: cookiesAfter(response), tag: tagIn(response), earlierTag: tagIn(earlier) };
}

describe('the tag of a session', () => {
  test('comes with the sign-in, with GET /session and in the page', async () => {
    const response = await signIn();
    const cookie = cookiesAfter(response);
    expect(tagIn(response)).toMatch(/^[\w-]{22}$/);
    expect(tagIn(await sendRequest(pair.gateway.origin, '/session', { cookie }))).toBe(tagIn(response));
    expect(startTag(await navigate(pair.gateway.origin, '/profile', { cookie }))).toBe(`"${tagIn(response)}"`);
  });

  test('differs between sessions, and is no part of the cookies', async () => {
    const { cookie, tag, earlierTag } = await beginTwoSessions();
    expect(tag).not.toBe(earlierTag);
    expect(cookie).not.toContain(tag);
    const ended = await sendRequest(pair.gateway.origin, '/session', { method: 'DELETE', cookie });
    expect(ended.setCookies.join()).toContain('ended_session=');
    expect(ended.setCookies.join()).not.toContain(tag);
  });

  test('stays the same after a refresh', async () => {
    const { cookie, tag } = await beginTwoSessions();
    const { respond } = pair.upstream;
    let calledBefore = false;
    pair.upstream.respond = (request, response) => {
      if (request.url === calls.refreshTokens.path)
        return sendJson(response, 200, { access_token: 'the-next-access-token', refresh_token: 'the-next-refresh' });
      if (calledBefore) return respond(request, response);
      calledBefore = true;
      sendJson(response, 401, { code: 16, message: 'expired' });
    };
    const refreshed = await sendRequest(pair.gateway.origin, calls.profile.path, { cookie });
    const next = cookiesAfter(refreshed);
    expect(next).toMatch(/access_token=.+refresh_token=/);
    expect(tagIn(await sendRequest(pair.gateway.origin, '/session', { cookie: next }))).toBe(tag);
  });

  test('is missing without a session', async () => {
    const { headers } = await sendRequest(pair.gateway.origin, '/session');
    expect(headers).not.toHaveProperty('session-tag');
    expect(startTag(await navigate(pair.gateway.origin, '/enter'))).toBe('null');
  });
});

describe('a call', () => {
  const deleteAccount = (cookie: string, headers: Readonly<Record<string, string>>) =>
    sendRequest(pair.gateway.origin, calls.deleteAccount.path, { method: 'POST', cookie, headers, body: {} });
  const sentDeletions = () => pair.upstream.requestsTo(calls.deleteAccount.path).length;

  test('with the tag of another session is refused, and never reaches the upstream', async () => {
    const { cookie, tag, earlierTag } = await beginTwoSessions();
    const before = sentDeletions();
    const response = await deleteAccount(cookie, { 'session-tag': earlierTag });
    expect([response.status, response.json()]).toEqual([412, { code: 9, message: 'Another session has begun' }]);
    expect([tagIn(response), response.setCookies, sentDeletions()]).toEqual([tag, [], before]);
    const { 'trace-id': traceId } = response.headers;
    expect(lines).toContainEqual(expect.objectContaining({ security: 'call for another session', traceId }));
  });

  test('with the tag of its own session, or without one, is sent', async () => {
    for (const withTag of [true, false]) {
      const { cookie, tag } = await beginTwoSessions();
      const before = sentDeletions();
      const response = await deleteAccount(cookie, withTag ? { 'session-tag': tag } : {});
      expect([response.status, sentDeletions()]).toEqual([200, before + 1]);
      expect(response.headers).not.toHaveProperty('session-tag');
    }
  });

  test('with a tag, but no session, is left to the upstream', async () => {
    const { tag } = await beginTwoSessions();
    const sent = () => pair.upstream.requestsTo(calls.profile.path);
    const before = sent().length;
    const response = await sendRequest(pair.gateway.origin, calls.profile.path, { headers: { 'session-tag': tag } });
    expect([response.status, sent().length]).toEqual([200, before + 1]);
    expect(sent().at(-1)?.headers).not.toHaveProperty('authorization');
  });

  test('that signs in is not refused: the next session begins', async () => {
    const { cookie, tag, earlierTag } = await beginTwoSessions();
    const response = await signIn(cookie, { 'session-tag': earlierTag });
    expect(response.status).toBe(200);
    expect(tagIn(response)).not.toBe(tag);
  });
});

describe('the hand-over to the extension', () => {
  const handOver = (cookie: string, query: string) =>
    navigate(pair.gateway.origin, `/session/extension${query}`, { cookie, headers: { host: 'evil.example' } });

  test('for another session leads back to the page on PUBLIC_ORIGIN, which names the account and asks', async () => {
    const { cookie, earlierTag } = await beginTwoSessions();
    const { headers, setCookies } = await handOver(cookie, `?session-tag=${earlierTag}`);
    expect(headers.location).toBe(`${pair.gateway.origin}/h/to-chrome`);
    expect(setCookies).toEqual([expect.stringMatching(/^account_unconfirmed=1;/)]);
    expect((await handOver(cookie, '')).headers.location).toMatch(/^chrome-extension:/);
  });

  test('for its own session goes on', async () => {
    const { cookie, tag } = await beginTwoSessions();
    expect((await handOver(cookie, `?session-tag=${tag}`)).headers.location).toMatch(/^chrome-extension:/);
  });
});

test('cookies that are not sealed have no tag, so no call is refused', async () => {
  const unsealed = await startGatewayAndUpstream({ EXTENSION_ID: extensionId });
  try {
    const cookie = 'access_token=access-of-the-session; refresh_token=refresh-of-the-session';
    const headers = { 'session-tag': 'any' };
    const session = await sendRequest(unsealed.gateway.origin, '/session', { cookie });
    expect(session.headers).not.toHaveProperty('session-tag');
    expect((await sendRequest(unsealed.gateway.origin, calls.profile.path, { cookie, headers })).status).toBe(200);
    const handedOver = await navigate(unsealed.gateway.origin, '/session/extension?session-tag=any', { cookie });
    expect(handedOver.headers.location).toMatch(/^chrome-extension:/);
    unsealed.upstream.respond = (_, response) => sendJson(response, 200, { access_token: 'an-access-token-of-ours' });
    const body = { code: 'any' };
    const path = calls.signInWithAccountCode.path;
    const signedIn = await sendRequest(unsealed.gateway.origin, path, { method: 'POST', body });
    expect([signedIn.status, signedIn.headers['session-tag']]).toEqual([200, undefined]);
  } finally {
    await unsealed.close();
  }
});
