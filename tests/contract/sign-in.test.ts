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

/** Ten tries for one address are let through, whatever becomes of them. decisions.md §2 */
async function repeatUntilRefused(call: Call, body: object) {
  for (let tries = 1; tries <= 10; tries += 1) expect((await visitor.send(call, { body })).status).not.toBe(429);
  const answer = await visitor.send(call, { body });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  return answer;
}

describeCall('refreshTokens', {
  async succeeds() {
    const client = await signIn(stack.origin, sandbox, anna);
    await sandbox.expireTokens();
    const answer = await client.send(calls.profile);
    expect(answer.headers['set-cookie']).toHaveLength(2);
    expect((await client.send(calls.profile)).headers).not.toHaveProperty('set-cookie');
    return answer;
  },
  fails: {
    async refused() {
      const client = await signIn(stack.origin, sandbox, anna);
      await sandbox.expireTokens('refuse');
      const answer = await client.send(calls.profile);
      expect(answer.headers['session-ended']).toBe('1');
      await expectSignedIn(client, false);
      return answer;
    },
    async accountTerminated() {
      const client = await signIn(stack.origin, sandbox, anna);
      await sandbox.expireTokens('delete account');
      const answer = await client.send(calls.profile);
      expect(answer.headers['session-ended']).toBe('1');
      return answer;
    },
  },
});

test('a browser cannot refresh tokens by itself', async () => {
  const client = await signIn(stack.origin, sandbox, anna);
  const answer = await client.send(calls.refreshTokens, { body: { refresh_token: 'mine' } });
  expect(answer.status).toBe(404);
  expect(answer.body).toMatchObject({ code: 5 });
});

describeCall('signInWithPermanentToken', {
  async succeeds() {
    const { permanentToken } = await sandbox.findAccount(anna);
    const answer = await visitor.send(calls.signInWithPermanentToken, { body: { perm_token: permanentToken } });
    expect((await visitor.send(calls.profile)).body.profile.email).toBe(anna);
    return answer;
  },
  fails: {
    badRequest: async () => visitor.send(calls.signInWithPermanentToken, { body: {} }),
    async unknownToken() {
      const answer = await visitor.send(calls.signInWithPermanentToken, { body: { perm_token: 'unknown' } });
      await expectSignedIn(visitor, false);
      return answer;
    },
  },
});

describeCall('signInWithAccountCode', {
  async succeeds() {
    const { accountCode } = await sandbox.findAccount(anna);
    const answer = await visitor.send(calls.signInWithAccountCode, { body: { code: accountCode } });
    expect((await visitor.send(calls.profile)).body.profile.email).toBe(anna);
    return answer;
  },
  fails: {
    badRequest: async () => visitor.send(calls.signInWithAccountCode, { body: { code: '' } }),
    unknownCode: async () => visitor.send(calls.signInWithAccountCode, { body: { code: 'ZZZZ-9999-ZZZZ' } }),
  },
});

describeCall('requestOneTimeCode', {
  async succeeds() {
    const analytics = { utm_source: 'newsletter' };
    const answer = await visitor.send(calls.requestOneTimeCode, { body: { email: anna, analytics, ...captcha } });
    expect((await sandbox.readMail(anna)).code).toMatch(/^\d{6}$/);
    return answer;
  },
  fails: {
    badRequest: async () => visitor.send(calls.requestOneTimeCode, { body: { email: 'nobody', ...captcha } }),
    tooMany: () => repeatUntilRefused(calls.requestOneTimeCode, { email: 'busy@example.com', ...captcha }),
  },
});

describeCall('verifyOneTimeCode', {
  async succeeds() {
    await visitor.send(calls.requestOneTimeCode, { body: { email: 'new@example.com', ...captcha } });
    const { code } = await sandbox.readMail('new@example.com');
    const body = { email: 'new@example.com', code, ...captcha };
    const answer = await visitor.send(calls.verifyOneTimeCode, { body });
    expect((await visitor.send(calls.profile)).body.profile).toMatchObject({ state: 'new_account', type: 'free' });
    return answer;
  },
  fails: {
    badRequest: async () => visitor.send(calls.verifyOneTimeCode, { body: { email: anna, ...captcha } }),
    tooMany: () =>
      repeatUntilRefused(calls.verifyOneTimeCode, { email: 'busy@example.com', code: '000000', ...captcha }),
    async wrongCode() {
      await visitor.send(calls.requestOneTimeCode, { body: { email: anna, ...captcha } });
      const { code } = await sandbox.readMail(anna);
      const wrong = code === '000000' ? '000001' : '000000';
      const answer = await visitor.send(calls.verifyOneTimeCode, { body: { email: anna, code: wrong, ...captcha } });
      await expectSignedIn(visitor, false);
      return answer;
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

test('a code signs in once, and not after it has expired', async () => {
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
  const answer = await visitor.send(call, { query: { 'app-identity': 'evil', locale: 'xx' } }).redirects(0);
  const location = new URL(answer.headers.location ?? '');
  expect(`${location.origin}${location.pathname}`).toBe(`${stack.sandboxOrigin}${call.path}`);
  expect(Object.fromEntries(location.searchParams)).toEqual({ 'app-identity': 'skerry.site.account', locale: 'en' });
  expect((await visitor.readSession()).body).toEqual({ signedIn: false, authType });
  return answer;
}

describeCall('signInWithGoogle', { succeeds: () => startOauth(calls.signInWithGoogle, 'google'), fails: {} });
describeCall('signInWithApple', { succeeds: () => startOauth(calls.signInWithApple, 'apple-id'), fails: {} });
describeCall('signInWithSetapp', { succeeds: () => startOauth(calls.signInWithSetapp, 'setapp'), fails: {} });
