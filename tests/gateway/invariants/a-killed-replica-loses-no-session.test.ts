import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { buildSandbox } from '../../../sandbox/app.ts';
import { createGate } from '../../support/gate.ts';
import { type GatewayProcess, startGatewayProcess } from '../../support/gateway-process.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { controlSandbox } from '../../support/sandbox-control.ts';
import { cookiesAfter, sendRequest } from '../../support/send-request.ts';
import { freePorts } from '../../support/stack.ts';
import { startUpstream, type TestUpstream } from '../../support/upstream.ts';

const { path } = calls.profile;
let redis: TestRedis;
let sandbox: Awaited<ReturnType<typeof buildSandbox>>;
let sandboxOrigin: string;
let front: TestUpstream;
let replicas: GatewayProcess[];
/** Runs after the sandbox has spent the token and before its response is sent. */
let afterRefresh: () => Promise<unknown> = async () => undefined;

beforeAll(async () => {
  redis = await startRedis();
  sandbox = await buildSandbox({ productOrigin: 'http://localhost:1' });
  sandboxOrigin = await sandbox.listen({ host: '127.0.0.1', port: 0 });
  front = await startUpstream(async ({ method, url, headers, body }, response) => {
    const fromSandbox = await fetch(sandboxOrigin + url, {
      method,
      headers: { 'content-type': 'application/json', authorization: headers.authorization ?? '' },
      ...(method !== 'GET' && { body }),
    });
    const text = await fromSandbox.text();
    if (url === calls.refreshTokens.path) await afterRefresh();
    response.writeHead(fromSandbox.status, { 'content-type': 'application/json' }).end(text);
  });
  const [first = 0, second = 0] = await freePorts(2);
  const env = { API_BASE_URL: front.origin, REDIS_URL: redis.url, LOG_LEVEL: 'silent' };
  replicas = await Promise.all([first, second].map((port) => startGatewayProcess(port, 1, env)));
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.close()));
  await Promise.all([front.close(), sandbox.close(), redis.close()]);
});

test('after kill -9 in the middle of a refresh, the other replica takes over within the leeway of the upstream', async () => {
  const [killed, surviving] = replicas;
  if (!killed || !surviving) throw new Error('two replicas are needed');
  const control = controlSandbox(sandboxOrigin);
  const { permanentToken } = await control.findAccount('anna.lindqvist@example.com');
  const cookie = cookiesAfter(
    await sendRequest(killed.origin, calls.signInWithPermanentToken.path, {
      method: 'POST',
      body: { perm_token: permanentToken },
    }),
  );
  await control.expireTokens();

  const gate = createGate();
  afterRefresh = gate.pass;
  const lost = sendRequest(killed.origin, path, { cookie }).catch((error: NodeJS.ErrnoException) => error);
  await gate.arrived;
  // The token is spent, the response is not delivered yet, and the killed replica holds the lease.
  const waiting = sendRequest(surviving.origin, path, { cookie });
  await killed.kill();
  afterRefresh = async () => undefined;
  gate.open();
  expect(await lost).toBeInstanceOf(Error);

  const taken = await waiting;
  expect([taken.status, taken.headers['session-ended']]).toEqual([200, undefined]);
  const kept = await sendRequest(surviving.origin, path, { cookie: cookiesAfter(taken) });
  expect([kept.status, kept.setCookies]).toEqual([200, []]);
  expect(front.requestsTo(calls.refreshTokens.path).length).toBe(2);
});
