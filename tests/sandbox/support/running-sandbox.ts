import request, { type Response } from 'supertest';
import { buildSandbox } from '../../../sandbox/app.ts';
import type { SandboxOptions } from '../../../sandbox/settings.ts';

/** An account as the control interface lists it. decisions.md §5 */
export interface ListedAccount {
  readonly email: string;
  readonly group: string;
  readonly description: string;
  readonly permanentToken: string;
  readonly accountCode: string;
}

export interface RunningSandbox {
  readonly origin: string;
  call(method: Method, path: string, body?: string | object, accessToken?: string): Promise<Response>;
  post(path: string, body?: string | object, accessToken?: string): Promise<Response>;
  /** Signs in with the account's permanent token. @returns the access token */
  signIn(email: string): Promise<string>;
  profile(accessToken: string): Promise<Response['body']>;
  accounts(): Promise<ListedAccount[]>;
  findAccount(email: string): Promise<ListedAccount>;
  close(): Promise<void>;
}

const methods = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;
type Method = keyof typeof methods;

export const productOrigin = 'http://localhost:3000';

/** Starts a sandbox on a free port, with a client. */
export async function startSandbox(options: Partial<SandboxOptions> = {}): Promise<RunningSandbox> {
  const app = await buildSandbox({ productOrigin, ...options });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const origin = `http://127.0.0.1:${address.port}`;

  const sandbox: RunningSandbox = {
    origin,
    async call(method, path, body, accessToken) {
      const call = request(origin)[methods[method]](path).redirects(0);
      if (accessToken !== undefined) call.set('authorization', accessToken);
      if (body === undefined) return await call;
      return await call.set('content-type', 'application/json').send(body);
    },
    post: (path, body, accessToken) => sandbox.call('POST', path, body, accessToken),
    async signIn(email) {
      const { permanentToken } = await sandbox.findAccount(email);
      const response = await sandbox.post('/web/v1/account/sign-in/perm-token', { perm_token: permanentToken });
      return response.body.access_token;
    },
    async profile(accessToken) {
      const response = await sandbox.call('GET', '/web/v1/profile?include_payment_data=true', undefined, accessToken);
      return response.body.profile;
    },
    accounts: async () => (await sandbox.call('GET', '/sandbox/accounts')).body,
    async findAccount(email) {
      const account = (await sandbox.accounts()).find((candidate) => candidate.email === email);
      if (!account) throw new Error(`no account ${email}`);
      return account;
    },
    close: () => app.close(),
  };
  return sandbox;
}
