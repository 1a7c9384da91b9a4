import type { FastifyInstance } from 'fastify';
import { readLocale } from '../mails/locale.ts';
import { sendDeletionMail } from '../mails/send-mails.ts';
import { failedPrecondition, invalid } from '../problem.ts';
import { readFields, readText } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { authenticate } from '../session/authenticate.ts';
import { isRestorable } from '../world/lifecycle.ts';

export function registerDeletion(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/web/v1/account/delete', (request, reply) => {
    const account = authenticate(sandbox, request);
    const { world } = sandbox;
    const owner = world.tokens.findRefreshOwner(readText(readFields(request), 'refresh_token'));
    if (owner !== account.id) throw invalid('refresh_token invalid');
    account.deletion = { at: world.clock.now(), profile: 'marked' };
    world.tokens.endForDeletion(account.id);
    sendDeletionMail(sandbox, account, readLocale(request));
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
