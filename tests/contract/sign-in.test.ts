import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Call, calls } from '#shared/calls.ts';
import { type Client, openClient } from '../support/client.ts';
import { controlSandbox, type SandboxControl, signIn, signInByCode } from '../support/sandbox-control.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { describeCall } from './describe-call.ts';

const anna = 'anna.lindqvist@example.com';
const captcha = { recaptcha_token: 'double', recaptcha_site_key: 'double' };

let stack: Stack;
let sandbox: SandboxControl;
let visitor: Client;

beforeAll(async () => {
  stack = await startStack();
  sandbox = controlSandbox(stack.sandboxOrigin);
});
beforeEach(async () => {
  await sandbox.reset();
  visitor = openClient(stack.origin);
});
afterAll(() => stack.close());

async function expectSignedIn(client: Client, signedIn: boolean): Promise<void> {
  expect((await client.readSession()).body).toMatchObject({ signedIn });
}

/** The gateway forwards ten attempts for one e-mail, and rejects the next. decisions.md §2 */
async function repeatUntilRateLimited(call: Call, body: object) {
  for (let attempts = 1; attempts <= 10; attempts += 1)
    expect((await visitor.send(call, { body })).status).not.toBe(429);
  const response = await visitor.send(call, { body });
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  return response;
}

describeCall('refreshTokens', {
  async succeeds() {
    const client = await signIn(stack.origin, sandbox, anna);
    await sandbox.expireTokens();
    const response = await client.send(calls.profile);
    expect(response.headers['set-cookie']).toHaveLength(2);
    expect((await client.send(calls.profile)).headers).not.toHaveProperty('set-cookie');
    return response;
  },
  fails: {
    async refused() {
      const client = await signIn(stack.origin, sandbox, anna);
      await sandbox.expireTokens('refuse');
      const response = await client.send(calls.profile);
      expect(response.headers['session-ended']).toBe('1');
      await expectSignedIn(client, false);
      return response;
    },
    async accountTerminated() {
      const client = await signIn(stack.origin, sandbox, anna);
      await sandbox.expireTokens('delete account');
      const response = await client.send(calls.profile);
      expect(response.headers['session-ended']).toBe('1');
      return response;
    },
  },
});

test('a browser cannot refresh tokens', async () => {
  const client = await signIn(stack.origin, sandbox, anna);
  const response = await client.send(calls.refreshTokens, { body: { refresh_token: 'mine' } });
  expect(response.status).toBe(404);
  expect(response.body).toMatchObject({ code: 5 });
});

describeCall('signInWithPermanentToken', {
  async succeeds() {
    const { permanentToken } = await sandbox.findAccount(anna);
    const response = await visitor.send(calls.signInWithPermanentToken, { body: { perm_token: permanentToken } });
    expect((await visitor.send(calls.profile)).body.profile.email).toBe(anna);
    return response;
  },
  fails: {
    badRequest: async () => visitor.send(calls.signInWithPermanentToken, { body: {} }),
    async unknownToken() {
      const response = await visitor.send(calls.signInWithPermanentToken, { body: { perm_token: 'unknown' } });
      await expectSignedIn(visitor, false);
      return response;
    },
  },
});

describeCall('signInWithAccountCode', {
  async succeeds() {
    const { accountCode } = await sandbox.findAccount(anna);
    const response = await visitor.send(calls.signInWithAccountCode, { body: { code: accountCode } });
    expect((await visitor.send(calls.profile)).body.profile.email).toBe(anna);
    return response;
  },
  fails: {
    badRequest: async () => visitor.send(calls.signInWithAccountCode, { body: { code: '' } }),
    unknownCode: async () => visitor.send(calls.signInWithAccountCode, { body: { code: 'ZZZZ-9999-ZZZZ' } }),
  },
});

describeCall('requestOneTimeCode', {
  async succeeds() {
    const analytics = { utm_source: 'newsletter' };
    const response = await visitor.send(calls.requestOneTimeCode, { body: { email: anna, analytics, ...captcha } });
    expect((await sandbox.readMail(anna)).code).toMatch(/^\d{6}$/);
    return response;
  },
  fails: {
    badRequest: async () => visitor.send(calls.requestOneTimeCode, { body: { email: 'invalid', ...captcha } }),
    tooMany: () => repeatUntilRateLimited(calls.requestOneTimeCode, { email: 'busy@example.com', ...captcha }),
  },
});

describeCall('verifyOneTimeCode', {
  async succeeds() {
    await visitor.send(calls.requestOneTimeCode, { body: { email: 'new@example.com', ...captcha } });
    const { code } = await sandbox.readMail('new@example.com');
    const body = { email: 'new@example.com', code, ...captcha };
    const response = await visitor.send(calls.verifyOneTimeCode, { body });
    expect((await visitor.send(calls.profile)).body.profile).toMatchObject({ state: 'new_account', type: 'free' });
    return response;
  },
  fails: {
    badRequest: async () => visitor.send(calls.verifyOneTimeCode, { body: { email: anna, ...captcha } }),
    tooMany: () =>
      repeatUntilRateLimited(calls.verifyOneTimeCode, { email: 'busy@example.com', code: '000000', ...captcha }),
    async wrongCode() {
      await visitor.send(calls.requestOneTimeCode, { body: { email: anna, ...captcha } });
      const { code } = await sandbox.readMail(anna);
      const wrong = code === '000000' ? '000001' : '000000';
      const response = await visitor.send(calls.verifyOneTimeCode, { body: { email: anna, code: wrong, ...captcha } });
      await expectSignedIn(visitor, false);
      return response;
    },
    async deletedAccount() {
      const email = 'leaving@example.com';
      await (await signInByCode(stack.origin, sandbox, email)).send(calls.deleteAccount);
      await sandbox.advanceDays(31);
      await visitor.send(calls.requestOneTimeCode, { body: { email, ...captcha } });
      const { code } = await sandbox.readMail(email);
      return visitor.send(calls.verifyOneTimeCode, { body: { email, code, ...captcha } });
    },
  },
});

test('a code works once, and not after it has expired', async () => {
  const email = 'once@example.com';
  await signInByCode(stack.origin, sandbox, email);
  const { code } = await sandbox.readMail(email);
  const again = await visitor.send(calls.verifyOneTimeCode, { body: { email, code, ...captcha } });
  expect([again.status, again.body.code]).toEqual([400, 3]);

  await visitor.send(calls.requestOneTimeCode, { body: { email, ...captcha } });
  const late = (await sandbox.readMail(email)).code;
  await sandbox.advanceDays(1);
  const expired = await visitor.send(calls.verifyOneTimeCode, { body: { email, code: late, ...captcha } });
  expect([expired.status, expired.body.code]).toEqual([400, 3]);
});

async function startOauth(call: Call, authType: string) {
  const response = await visitor.send(call, { query: { 'app-identity': 'evil', locale: 'xx' } }).redirects(0);
  const location = new URL(response.headers.location ?? '');
  expect(`${location.origin}${location.pathname}`).toBe(`${stack.sandboxOrigin}${call.path}`);
  expect(Object.fromEntries(location.searchParams)).toEqual({ 'app-identity': 'skerry.site.account', locale: 'en' });
  expect((await visitor.readSession()).body).toEqual({ signedIn: false, authType });
  return response;
}

describeCall('signInWithGoogle', { succeeds: () => startOauth(calls.signInWithGoogle, 'google'), fails: {} });
describeCall('signInWithApple', { succeeds: () => startOauth(calls.signInWithApple, 'apple-id'), fails: {} });
describeCall('signInWithSetapp', { succeeds: () => startOauth(calls.signInWithSetapp, 'setapp'), fails: {} });
