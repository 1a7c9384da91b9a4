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
  const response = await client.send(calls.signInWithPermanentToken, { body: { perm_token: 'example' } });
  expect(response.status).toBe(200);
});
afterAll(async () => {
  await stack.close();
  await upstream.close();
});

/** The body that the browser sends, without what the gateway adds. */
const bodyOf = (name: CallWithResponse): object | undefined =>
  name === 'deleteAccount' ? undefined : (contract[name].requestExample ?? undefined);

test.each(
  // Last, because deleting the account ends the session.
  [
    ...(Object.keys(responses) as CallWithResponse[]).filter((name) => name !== 'deleteAccount'),
    'deleteAccount' as const,
  ],
)('%s matches docs/openapi.json in request and response', async (name) => {
  const call: Call = calls[name];
  const body = bodyOf(name);
  const response = await client.send(call, body ? { body } : {});
  expect([response.status, response.body]).toEqual([200, expect.anything()]);
  expect(responses[name].safeParse(response.body).error?.issues).toBeUndefined();
  expect(upstream.violations).toEqual([]);
});

test('the mock upstream rejects a request that violates docs/openapi.json', async () => {
  const response = await openClient(stack.origin).send(calls.signInWithPermanentToken, { body: {} });
  expect(response.status).toBe(400);
  expect(upstream.violations).toEqual([expect.stringContaining('perm_token')]);
});
