import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, calls } from '#shared/calls.ts';
import { type Client, openClient } from '../support/client.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let visitor: Client;

beforeAll(async () => {
  stack = await startStack();
  visitor = openClient(stack.origin);
});
afterAll(() => stack.close());

const listed: readonly Call[] = Object.values(calls).filter(({ access }) => access !== 'gateway');

test.each([...new Set(listed.map(({ path }) => path))])(
  '%s with another method fails with 405, code 12',
  async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      if (listed.some((call) => call.path === path && call.method === method)) continue;
      const response = await visitor.send({ method, path, access: 'public' });
      expect([method, response.status, response.body.code]).toEqual([method, 405, 12]);
    }
  },
);

test.each([
  '/web/v1/account/refresh',
  '/web/v1/account',
  '/web/v1/profile/',
  '/web/v1/admin/users',
  '/web/v2/profile',
] as const)('%s fails with 404, code 5, with every method', async (path) => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
    const response = await visitor.send({ method, path: path as Call['path'], access: 'public' });
    expect([method, response.status, response.body.code]).toEqual([method, 404, 5]);
  }
});
