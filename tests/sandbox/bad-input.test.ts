import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from './support/running-sandbox.ts';

let sandbox: RunningSandbox;
let token: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  token = await sandbox.signIn('anna.lindqvist@example.com');
});
afterAll(() => sandbox.close());

const withFields = [
  ['POST', '/web/v1/account/refresh'],
  ['POST', '/web/v1/account/sign-in/perm-token'],
  ['POST', '/web/v1/account/account-code/sign-in'],
  ['POST', '/web/v1/account/one-time-code/request'],
  ['POST', '/web/v1/account/one-time-code/verify'],
  ['POST', '/web/v1/account/delete'],
  ['POST', '/web/v1/account/email/verify'],
  ['POST', '/web/v1/account/email/apply'],
  ['DELETE', '/web/v1/account/device'],
  ['PUT', '/web/v1/account/device'],
  ['DELETE', '/web/v1/shortcut/delete-router-configuration'],
  ['POST', '/web/v1/account/get-router-configuration'],
  ['POST', '/web/v1/account/download-router-configuration'],
  ['POST', '/web/v1/store/cancel-subscription'],
  ['POST', '/web/v1/store/subscription/renew'],
  ['POST', '/web/v1/store/stripe/payment-setup-intent/create'],
  ['POST', '/web/v1/store/chargebee/subscription/update-payment'],
  ['POST', '/web/v1/marketing/emails/events/register'],
  ['POST', '/web/v1/marketing/download-app-installer'],
] as const;

const refusal = { status: 400, body: { code: 3, message: expect.any(String) } };

describe.each(withFields)('%s %s', (method, path) => {
  test('refuses malformed JSON', async () => {
    expect(await sandbox.call(method, path, '{"a":', token)).toMatchObject(refusal);
  });
  test('refuses missing fields, and names the first', async () => {
    const answer = await sandbox.call(method, path, {}, token);
    expect(answer).toMatchObject(refusal);
    expect(answer.body.message).toMatch(/^\w+ is missing$/);
  });
  test('refuses fields of the wrong type, and a list in place of an object', async () => {
    const { body } = await sandbox.call(method, path, {}, token);
    const [field] = body.message.split(' ');
    expect(await sandbox.call(method, path, { [field]: 42 }, token)).toMatchObject(refusal);
    expect(await sandbox.call(method, path, [], token)).toMatchObject(refusal);
  });
});

test.each([
  ['GET', '/web/v1/profile'],
  ['POST', '/web/v1/account/session/perm-token'],
  ['POST', '/web/v1/account/update-settings'],
  ['POST', '/web/v1/account/delete'],
  ['POST', '/web/v1/account/delete/cancel'],
  ['POST', '/web/v1/account/email/request'],
  ['GET', '/web/v1/account/get-diia-deep-link'],
  ['DELETE', '/web/v1/account/device'],
  ['GET', '/web/v1/shortcut/get-router-setup'],
  ['POST', '/web/v1/account/download-router-configuration'],
  ['POST', '/web/v1/store/cancel-subscription'],
  ['GET', '/web/v1/store/payment-link'],
  ['POST', '/web/v1/store/coupon/get-account-coupon'],
] as const)('%s %s without a session, or with a token that is none, is 401 with code 16', async (method, path) => {
  expect(await sandbox.call(method, path)).toMatchObject({ status: 401, body: { code: 16 } });
  expect(await sandbox.call(method, path, undefined, 'nonsense')).toMatchObject({ status: 401, body: { code: 16 } });
});

test('an e-mail that is none is refused', async () => {
  for (const email of [
    'anna',
    'anna@',
    '@example.com',
    'anna@example',
    'a b@example.com',
    `${'x'.repeat(250)}@example.com`,
  ]) {
    const answer = await sandbox.post('/web/v1/account/one-time-code/request', { email });
    expect(answer).toMatchObject({ status: 400, body: { code: 3 } });
  }
});
