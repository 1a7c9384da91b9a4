import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { cookiesAfter, navigate, sendRequest } from '../support/send-request.ts';
import { startUpstream, type TestUpstream } from '../support/upstream.ts';

const makeKey = () => randomBytes(32).toString('base64');
const [older, newer] = [makeKey(), makeKey()];
/** docs/operations.md, "Key rotation". */
const steps = [older, `${older},${newer}`, `${newer},${older}`, newer];

let upstream: TestUpstream;
let gateways: readonly TestGateway[] = [];

beforeAll(async () => {
  upstream = await startUpstream((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ access_token: 'sandbox-access-1', refresh_token: 'sandbox-refresh-1' }));
  });
  gateways = await Promise.all(steps.map((COOKIE_KEYS) => startGateway(upstream.origin, { COOKIE_KEYS })));
});

afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await upstream.close();
});

/** Signs in at the replica of one step and reads the session at the replica of another step. */
async function carryOver(from: number, to: number): Promise<unknown> {
  const [first, second] = [gateways[from], gateways[to]];
  if (!first || !second) throw new Error('No such step');
  const cookie = cookiesAfter(await navigate(first.origin, '/?token=sandbox-permanent-1'));
  expect(cookie).toContain('refresh_token=');
  return (await sendRequest(second.origin, '/session', { cookie })).json();
}

const neighbours = [
  [0, 1],
  [1, 0],
  [1, 2],
  [2, 1],
  [2, 3],
] as const;

test.each(neighbours)('replicas of step %i and step %i open each other’s cookies', async (from, to) => {
  expect(await carryOver(from, to)).toMatchObject({ signedIn: true });
});

test('a new key that is put first too early signs users out on replicas without it', async () => {
  expect(await carryOver(2, 0)).toMatchObject({ signedIn: false });
});

test('replacing the only key signs all users out', async () => {
  expect(await carryOver(0, 3)).toMatchObject({ signedIn: false });
});
