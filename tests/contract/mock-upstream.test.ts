import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, calls } from '#shared/calls.ts';
import { contract } from '#shared/contract.ts';
import { type CallWithResponse, responses } from '#shared/responses.ts';
import { type Client, openClient } from '../support/client.ts';
import { type MockUpstream, startMockUpstream } from '../support/mock-upstream.ts';
import { type Stack, startStack } from '../support/stack.ts';

let upstream: MockUpstream;
let stack: Stack;
let client: Client;

beforeAll(async () => {
  upstream = await startMockUpstream();
  stack = await startStack({ env: { API_BASE_URL: upstream.origin } });
  client = openClient(stack.origin);
  const answer = await client.send(calls.signInWithPermanentToken, { body: { perm_token: 'example' } });
  expect(answer.status).toBe(200);
});
afterAll(async () => {
  await stack.close();
  await upstream.close();
});

/** What the browser sends: the gateway adds the rest. */
const bodyOf = (name: CallWithResponse): object | undefined =>
  name === 'deleteAccount' ? undefined : (contract[name].requestExample ?? undefined);

test.each(
  // Deleting the account ends the session, so it comes last.
  [
    ...(Object.keys(responses) as CallWithResponse[]).filter((name) => name !== 'deleteAccount'),
    'deleteAccount' as const,
  ],
)('%s is answered by an upstream made of docs/openapi.json, which has nothing against the request', async (name) => {
  const call: Call = calls[name];
  const body = bodyOf(name);
  const answer = await client.send(call, body ? { body } : {});
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  expect(responses[name].safeParse(answer.body).error?.issues).toBeUndefined();
  expect(upstream.violations).toEqual([]);
});

test('the upstream made of docs/openapi.json objects to a request that breaks the contract', async () => {
  const answer = await openClient(stack.origin).send(calls.signInWithPermanentToken, { body: {} });
  expect(answer.status).toBe(400);
  expect(upstream.violations).toEqual([expect.stringContaining('perm_token')]);
});
