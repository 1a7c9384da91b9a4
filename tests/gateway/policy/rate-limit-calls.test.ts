import request from 'supertest';
import { afterEach, expect, test } from 'vitest';
import { calls } from '../../../shared/calls.ts';
import { type GatewayAndUpstream, startGatewayAndUpstream } from '../../support/gateway.ts';

let running: GatewayAndUpstream;
afterEach(() => running.close());

test('a client cannot have thousands of e-mails counted in ten minutes: calls with an e-mail are limited like sign-ins', async () => {
  running = await startGatewayAndUpstream({ RATE_LIMIT_SIGN_IN_PER_MINUTE: '1' });
  const { origin } = running.gateway;
  const post = (path: string) =>
    request(origin).post(path).set('Origin', origin).send({ email: 'a@example.com', new_email: 'a@example.com' });
  const statuses = [];
  for (const { path } of [
    calls.verifyNewEmail,
    calls.verifyNewEmail,
    calls.requestOneTimeCode,
    calls.verifyOneTimeCode,
  ])
    statuses.push((await post(path)).status);
  expect(statuses).toEqual([200, 429, 429, 429]);
});
