import { afterEach, beforeEach, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { createGate } from '../../support/gate.ts';
import { startGateway, type TestGateway } from '../../support/gateway.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { type RotatingUpstream, startRotatingUpstream, type TokenPair } from '../../support/rotating-upstream.ts';
import { navigate, sendRequest } from '../../support/send-request.ts';

let upstream: RotatingUpstream;
let redis: TestRedis;
let gateway: TestGateway;

beforeEach(async () => {
  [upstream, redis] = await Promise.all([startRotatingUpstream(), startRedis()]);
  gateway = await startGateway(upstream.origin, { REDIS_URL: redis.url, TRUST_PROXY: '127.0.0.1' });
});
afterEach(async () => {
  await gateway.close();
  await Promise.all([upstream.close(), redis.close()]);
});

async function expectNoFailure(): Promise<void> {
  const degraded = await gateway.app.metrics.getSingleMetricAsString('gateway_coordination_degraded_total');
  expect(degraded).toMatch(/ 0$/m);
}

test('many sign-outs of one network at once leave Redis to the others', async () => {
  // Shorter than the time after which Redis counts as slow.
  await redis.client.client('PAUSE', 300, 'ALL');
  const responses = await Promise.all(
    Array.from({ length: 600 }, (_, number) => {
      const cookie = [1, 2, 3, 4].map((each) => `refresh_token=invented-${number}-${each}`).join('; ');
      return sendRequest(gateway.origin, '/session', { method: 'DELETE', cookie });
    }),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]));
  await expectNoFailure();
});

test('many sign-ins of one network whose responses come together leave Redis to the others', async () => {
  const { path } = calls.verifyOneTimeCode;
  const { respond } = upstream;
  const gate = createGate();
  upstream.respond = async (request, response) => {
    await gate.pass();
    respond(request, response);
  };
  const signIns = Array.from({ length: 250 }, (_, number) =>
    sendRequest(gateway.origin, path, {
      method: 'POST',
      body: { email: `user-${number}@example.com`, code: '123456' },
    }),
  );
  await expect.poll(() => upstream.requestsTo(path).length, { timeout: 10_000 }).toBe(250);
  await redis.client.client('PAUSE', 300, 'ALL');
  gate.open();
  const responses = await Promise.all(signIns);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  // Recorded before the cookies were sent.
  expect(await redis.client.keys('skerry:family:*')).toHaveLength(250);
  await expectNoFailure();
});

test('late requests of one network take turns with those of others', async () => {
  const { lineage } = gateway.app.sessions;
  const busy = { network: '192.0.2.1' };
  let finished = 0;
  await redis.client.client('PAUSE', 200, 'ALL');
  const flood = Array.from({ length: 300 }, async (_, number) => {
    await lineage.read(`late-${number}`, busy);
    finished += 1;
  });
  await lineage.read('of-another-network', { network: '192.0.2.2' });
  expect(finished, 'before the other network had its turn').toBeLessThanOrEqual(48);
  await Promise.all(flood);
  expect(finished).toBe(300);
});

test('many links of one network take turns with that of another one, before the profile is read and after it', async () => {
  const { respond } = upstream;
  const other = upstream.issue();
  const [gate, gateOfOther] = [createGate(), createGate()];
  upstream.respond = async (request, response) => {
    await (request.headers.authorization === other.access ? gateOfOther : gate).pass();
    respond(request, response);
  };
  const opened: string[] = [];
  const open = async ({ access, refresh }: TokenPair, client: string) => {
    const headers = { 'x-forwarded-for': client };
    await navigate(gateway.origin, `/profile?access_token=${access}&refresh_token=${refresh}`, { headers });
    opened.push(access);
  };
  await redis.client.client('PAUSE', 300, 'ALL');
  const links = Array.from({ length: 100 }, () => open(upstream.issue(), '192.0.2.1'));
  links.push(open(other, '192.0.2.2'));
  const profiles = () => upstream.requestsTo(calls.profile.path).map(({ headers }) => headers.authorization);
  await expect.poll(profiles, { timeout: 10_000 }).toHaveLength(101);
  expect(profiles().indexOf(other.access), 'links whose profile was read before').toBeLessThanOrEqual(48);
  await redis.client.client('PAUSE', 300, 'ALL');
  gate.open();
  // The responses to the others have arrived by then.
  await new Promise((resolve) => setTimeout(resolve, 150));
  gateOfOther.open();
  await Promise.all(links);
  expect(opened.indexOf(other.access), 'links that were opened before').toBeLessThanOrEqual(48);
});
