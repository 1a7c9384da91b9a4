import request from 'supertest';
import { expect } from 'vitest';
import { calls } from '#shared/calls.ts';
import { type Client, openClient } from './client.ts';

export interface ReadyAccount {
  readonly email: string;
  readonly group: string;
  readonly description: string;
  readonly permanentToken: string;
  readonly accountCode: string;
}

export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly code: string | null;
  readonly link: string | null;
}

/** The sandbox's control interface. decisions.md §5 */
export function controlSandbox(sandboxOrigin: string) {
  const post = async (path: string, body: object = {}) => {
    await request(sandboxOrigin).post(`/sandbox/${path}`).send(body).expect(204);
  };
  return {
    reset: () => post('reset'),
    expireTokens: (refresh?: 'refuse' | 'delete account' | 'fail') => post('expire', refresh ? { refresh } : {}),
    advanceDays: (days: number) => post('clock', { advanceSeconds: days * 86_400 }),
    addFault: (fault: object) => post('faults', fault),
    clearFaults: async () => {
      await request(sandboxOrigin).delete('/sandbox/faults').expect(204);
    },
    async listAccounts(): Promise<ReadyAccount[]> {
      return (await request(sandboxOrigin).get('/sandbox/accounts').expect(200)).body;
    },
    async findAccount(email: string): Promise<ReadyAccount> {
      const account = (await this.listAccounts()).find((candidate) => candidate.email === email);
      if (!account) throw new Error(`the sandbox has no account ${email}`);
      return account;
    },
    /** The newest mail to this address. */
    async readMail(email: string): Promise<Message> {
      const { body } = await request(sandboxOrigin).get('/sandbox/messages').query({ email }).expect(200);
      const [newest] = body as Message[];
      if (!newest) throw new Error(`no mail for ${email}`);
      return newest;
    },
  };
}

export type SandboxControl = ReturnType<typeof controlSandbox>;

const captcha = { recaptcha_token: 'double', recaptcha_site_key: 'double' };

/** A client signed in to a ready-made account. */
export async function signIn(origin: string, sandbox: SandboxControl, email: string): Promise<Client> {
  const client = openClient(origin);
  const { permanentToken } = await sandbox.findAccount(email);
  const response = await client.send(calls.signInWithPermanentToken, { body: { perm_token: permanentToken } });
  expect(response.status).toBe(200);
  return client;
}

/** A client signed in to the account with this email, which is created if it does not exist. */
export async function signInByCode(origin: string, sandbox: SandboxControl, email: string): Promise<Client> {
  const client = openClient(origin);
  expect((await client.send(calls.requestOneTimeCode, { body: { email, ...captcha } })).status).toBe(200);
  const { code } = await sandbox.readMail(email);
  expect((await client.send(calls.verifyOneTimeCode, { body: { email, code, ...captcha } })).status).toBe(200);
  return client;
}
