import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { type GatewayAndUpstream, startGatewayAndUpstream } from '../../support/gateway.ts';
import { sendRequest } from '../../support/send-request.ts';
import { sendJson } from '../../support/upstream.ts';

let pair: GatewayAndUpstream;
beforeAll(async () => {
  pair = await startGatewayAndUpstream();
  pair.upstream.respond = (_, response) => sendJson(response, 200, { access_token: 'a', refresh_token: 'r' });
});
afterAll(() => pair.close());

const email = 'anna@example.com';

test.each([
  ['a code', calls.verifyOneTimeCode, { email, code: '123456' }],
  ['an account code', calls.signInWithAccountCode, { code: 'AAAA-1111-BBBB' }],
])('after a sign-in by %s the user knows the account', async (_, { path }, body) => {
  const signIn = async (cookie: string) => {
    const response = await sendRequest(pair.gateway.origin, path, {
      method: 'POST',
      body: JSON.stringify(body),
      cookie,
    });
    expect(response.status).toBe(200);
    return response.setCookies.filter((set) => set.startsWith('account_unconfirmed'));
  };
  expect(await signIn('account_unconfirmed=1')).toEqual([expect.stringMatching(/^account_unconfirmed=; .*Max-Age=0/)]);
  expect(await signIn('locale=en')).toEqual([]);
});
