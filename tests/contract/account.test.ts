import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import type { Profile } from '#shared/profile.ts';
import { type Client, openClient } from '../support/client.ts';
import { controlSandbox, type SandboxControl, signIn, signInByCode } from '../support/sandbox-control.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { describeCall } from './describe-call.ts';

const email = 'free@example.com';

let stack: Stack;
let sandbox: SandboxControl;
let visitor: Client;
let client: Client;

beforeAll(async () => {
  stack = await startStack();
  sandbox = controlSandbox(stack.sandboxOrigin);
});
beforeEach(async () => {
  await sandbox.reset();
  visitor = openClient(stack.origin);
  client = await signIn(stack.origin, sandbox, email);
});
afterAll(() => stack.close());

const readProfile = async (of = client): Promise<Profile> => (await of.send(calls.profile)).body.profile;

/** A client of the first ready-made account whose profile matches. */
async function findAccount(matches: (profile: Profile) => boolean): Promise<Client> {
  for (const account of await sandbox.listAccounts()) {
    const candidate = await signIn(stack.origin, sandbox, account.email);
    const profile = await readProfile(candidate);
    if (profile && matches(profile)) return candidate;
  }
  throw new Error('the sandbox has no such account');
}

/** Requests an e-mail change. @returns the token of its link */
async function requestChange(): Promise<string> {
  expect((await client.send(calls.requestEmailChange)).status).toBe(200);
  const { link } = await sandbox.readMail(email);
  return new URL(link ?? '').searchParams.get('token') ?? '';
}

async function requestNewEmail(new_email: string): Promise<string> {
  const response = await visitor.send(calls.verifyNewEmail, {
    body: { new_email, unique_token: await requestChange() },
  });
  expect(response.status).toBe(200);
  return (await sandbox.readMail(new_email)).code ?? '';
}

describeCall('profile', {
  async succeeds() {
    const response = await client.send(calls.profile);
    expect(response.body.profile).toMatchObject({ email });
    expect(response.body.profile).not.toHaveProperty('payment_data');
    return client.send(calls.profile, { query: { include_payment_data: 'true' } });
  },
  fails: {
    noSession: async () => visitor.send(calls.profile),
    async deletedAccount() {
      const { permanentToken } = await sandbox.findAccount(email);
      await client.send(calls.deleteAccount);
      await sandbox.advanceDays(31);
      await visitor.send(calls.signInWithPermanentToken, { body: { perm_token: permanentToken } });
      return visitor.send(calls.profile);
    },
  },
});

test('returns payment data only if it is requested', async () => {
  const anna = await signIn(stack.origin, sandbox, 'anna.lindqvist@example.com');
  expect(await readProfile(anna)).not.toHaveProperty('payment_data');
  const requested = await anna.send(calls.profile, { query: { include_payment_data: 'true' } });
  expect(requested.body.profile.payment_data).toMatchObject({ payment_method_exists: true });
});

describeCall('createPermanentToken', {
  async succeeds() {
    const response = await client.send(calls.createPermanentToken);
    const { perm_token } = response.body;
    expect((await visitor.send(calls.signInWithPermanentToken, { body: { perm_token } })).status).toBe(200);
    return response;
  },
  fails: { noSession: async () => visitor.send(calls.createPermanentToken) },
});

describeCall('updateSettings', {
  async succeeds() {
    await client.send(calls.updateSettings, { body: { receive_newsletters: false } });
    expect(await readProfile()).toMatchObject({ user_settings: { newsletters_enabled: false } });
    const response = await client.send(calls.updateSettings, { body: {} });
    expect(await readProfile()).toMatchObject({ user_settings: { newsletters_enabled: true } });
    return response;
  },
  fails: {
    noSession: async () => visitor.send(calls.updateSettings, { body: { receive_newsletters: true } }),
    badRequest: async () => client.send(calls.updateSettings, { body: { receive_newsletters: 'yes' } }),
  },
});

describeCall('deleteAccount', {
  async succeeds() {
    const response = await client.send(calls.deleteAccount);
    expect((await client.readSession()).body).toEqual({ signedIn: false, authType: null });
    expect(await readProfile(await signIn(stack.origin, sandbox, email))).toMatchObject({
      marked_for_termination: true,
    });
    return response;
  },
  fails: { noSession: async () => visitor.send(calls.deleteAccount) },
});

test('deleting an account ends its other sessions', async () => {
  const elsewhere = await signIn(stack.origin, sandbox, email);
  await client.send(calls.deleteAccount);
  const response = await elsewhere.send(calls.profile);
  expect(response.body).toMatchObject({ code: 16, message: 'delete account' });
  expect(response.headers['session-ended']).toBe('1');
});

describeCall('cancelAccountDeletion', {
  async succeeds() {
    await client.send(calls.deleteAccount);
    const back = await signIn(stack.origin, sandbox, email);
    const response = await back.send(calls.cancelAccountDeletion);
    expect(await readProfile(back)).toMatchObject({ marked_for_termination: false });
    return response;
  },
  fails: {
    noSession: async () => visitor.send(calls.cancelAccountDeletion),
    notDeleted: async () => client.send(calls.cancelAccountDeletion),
  },
});

describeCall('requestEmailChange', {
  async succeeds() {
    const response = await client.send(calls.requestEmailChange);
    expect((await sandbox.readMail(email)).link).toMatch(`${stack.origin}/change-email?token=`);
    return response;
  },
  fails: {
    noSession: async () => visitor.send(calls.requestEmailChange),
    async notOffered() {
      const setapp = await findAccount(({ type }) => type === 'setapp');
      return setapp.send(calls.requestEmailChange);
    },
  },
});

describeCall('verifyNewEmail', {
  async succeeds() {
    const body = { new_email: 'fresh@example.org', unique_token: await requestChange() };
    const response = await visitor.send(calls.verifyNewEmail, { body });
    expect((await sandbox.readMail('fresh@example.org')).code).toMatch(/^\d{6}$/);
    return response;
  },
  fails: {
    badRequest: async () => visitor.send(calls.verifyNewEmail, { body: { unique_token: await requestChange() } }),
    unknownLink: async () =>
      visitor.send(calls.verifyNewEmail, { body: { new_email: 'fresh@example.org', unique_token: 'unknown' } }),
    notUpdated: async () =>
      visitor.send(calls.verifyNewEmail, {
        body: { new_email: 'anna.lindqvist@example.com', unique_token: await requestChange() },
      }),
  },
});

describeCall('applyNewEmail', {
  async succeeds() {
    const response = await visitor.send(calls.applyNewEmail, {
      body: { otc_code: await requestNewEmail('fresh@example.org') },
    });
    expect(await readProfile()).toMatchObject({ email: 'fresh@example.org' });
    return response;
  },
  fails: {
    badRequest: async () => visitor.send(calls.applyNewEmail, { body: {} }),
    async wrongCode() {
      const code = await requestNewEmail('fresh@example.org');
      return visitor.send(calls.applyNewEmail, { body: { otc_code: code === '000000' ? '000001' : '000000' } });
    },
    async expiredCode() {
      const otc_code = await requestNewEmail('fresh@example.org');
      await sandbox.advanceDays(1);
      return visitor.send(calls.applyNewEmail, { body: { otc_code } });
    },
  },
});

test('a code for a new e-mail works once', async () => {
  const otc_code = await requestNewEmail('fresh@example.org');
  expect((await visitor.send(calls.applyNewEmail, { body: { otc_code } })).status).toBe(200);
  expect((await visitor.send(calls.applyNewEmail, { body: { otc_code } })).status).toBe(400);
});

describeCall('citizenshipLink', {
  async succeeds() {
    const response = await client.send(calls.citizenshipLink);
    expect(URL.canParse(response.body.deep_link)).toBe(true);
    return response;
  },
  fails: {
    noSession: async () => visitor.send(calls.citizenshipLink),
    async alreadyVerified() {
      const citizen = await findAccount(({ diia_verified }) => diia_verified === true);
      return citizen.send(calls.citizenshipLink);
    },
  },
});

test('an unknown e-mail becomes a new free account', async () => {
  const newcomer = await signInByCode(stack.origin, sandbox, 'newcomer@example.com');
  expect(await readProfile(newcomer)).toMatchObject({
    email: 'newcomer@example.com',
    state: 'new_account',
    type: 'free',
  });
});
