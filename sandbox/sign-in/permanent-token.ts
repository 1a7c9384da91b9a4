import type { FastifyInstance } from 'fastify';
import { unauthenticated } from '../problem.ts';
import { readFields, readText } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { authenticate } from '../session/authenticate.ts';

export function registerPermanentToken(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/web/v1/account/sign-in/perm-token', (request, reply) => {
    const { world } = sandbox;
    const owner = world.permanentTokens.findOwner(readText(readFields(request), 'perm_token'));
    if (owner === null) throw unauthenticated('permanent token invalid');
    return reply.send(world.tokens.issue(owner));
  });

  app.post('/web/v1/account/session/perm-token', (request, reply) => {
    const account = authenticate(sandbox, request);
    const { world, settings } = sandbox;
    return reply.send({ perm_token: world.permanentTokens.issue(account.id, settings.permanentTokenSeconds) });
  });
}
