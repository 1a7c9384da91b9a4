import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { failedPrecondition } from '../problem.ts';
import type { Sandbox } from '../sandbox.ts';
import { authenticate } from '../session/authenticate.ts';

export function registerCitizenshipLink(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/web/v1/account/get-diia-deep-link', (request, reply) => {
    const account = authenticate(sandbox, request);
    if (account.diiaVerified) throw failedPrecondition('already verified');
    const { world, settings } = sandbox;
    const token = randomBytes(12).toString('base64url');
    const expiresAt = world.clock.now() + settings.citizenshipLinkSeconds * 1000;
    world.citizenshipLinks.set(token, { accountId: account.id, expiresAt });
    return reply.send({ deep_link: `${sandbox.origin()}/citizenship/${token}` });
  });
}
