import type { FastifyInstance } from 'fastify';
import { invalid, unauthenticated } from '../problem.ts';
import { readFields, readText } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';

/** A malformed code is error 3, an unknown code error 16. product.md §8 */
export function registerAccountCode(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/web/v1/account/account-code/sign-in', (request, reply) => {
    const code = readText(readFields(request), 'code').trim().toUpperCase();
    if (!/^[A-Z0-9-]{8,64}$/.test(code)) throw invalid('code malformed');
    const { world } = sandbox;
    const account = world.listAccounts().find(({ accountCode }) => accountCode === code.replaceAll('-', ''));
    if (!account) throw unauthenticated('code invalid');
    return reply.send(world.tokens.issue(account.id));
  });
}
