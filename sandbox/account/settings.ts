import type { FastifyInstance } from 'fastify';
import { invalid } from '../problem.ts';
import { readFields } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { authenticate } from '../session/authenticate.ts';

export function registerSettings(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/web/v1/account/update-settings', (request, reply) => {
    const account = authenticate(sandbox, request);
    // A newsletter confirmation omits the field: opening the link is the consent. product.md §7
    const { receive_newsletters = true } = readFields(request);
    if (typeof receive_newsletters !== 'boolean') throw invalid('receive_newsletters must be true or false');
    account.newsletters = receive_newsletters;
    return reply.send({});
  });
}
