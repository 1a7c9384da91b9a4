import type { FastifyInstance } from 'fastify';
import { failedPrecondition, invalid } from '../problem.ts';
import { readFields, readText } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { authenticate } from '../session/authenticate.ts';
import { isRestorable } from '../world/lifecycle.ts';

export function registerDeletion(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/web/v1/account/delete', (request, reply) => {
    const account = authenticate(sandbox, request);
    const { world, settings } = sandbox;
    const owner = world.tokens.findRefreshOwner(readText(readFields(request), 'refresh_token'));
    if (owner !== account.id) throw invalid('refresh_token invalid');
    account.deletion = { at: world.clock.now(), profile: 'marked' };
    world.tokens.endForDeletion(account.id);
    const link = `${settings.productOrigin}/enter`;
    world.mailbox.send({
      to: account.email,
      subject: 'Your account was deleted',
      text: `You can restore it within 30 days: sign in and choose Restore account.\n${link}`,
      code: null,
      link,
    });
    return reply.send({});
  });

  app.post('/web/v1/account/delete/cancel', (request, reply) => {
    const account = authenticate(sandbox, request);
    if (!account.deletion) throw failedPrecondition('account is not deleted');
    if (!isRestorable(account, sandbox.world.clock.now()))
      throw failedPrecondition('account can no longer be restored');
    account.deletion = null;
    return reply.send({});
  });
}
