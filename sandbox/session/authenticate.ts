import type { FastifyRequest } from 'fastify';
import { unauthenticated } from '../problem.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Account } from '../world/account.ts';

/** Returns the account of the request's access token. */
export function authenticate({ world }: Sandbox, request: FastifyRequest): Account {
  const token = request.headers.authorization;
  if (!token) throw unauthenticated('access token missing');
  const account = world.findAccount(world.tokens.readAccountId(token));
  if (!account) throw unauthenticated('access token invalid');
  return account;
}
