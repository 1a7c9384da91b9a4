import type { FastifyInstance } from 'fastify';
import { readFields, readText } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';

export function registerRefresh(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/web/v1/account/refresh', (request, reply) =>
    reply.send(sandbox.world.tokens.rotate(readText(readFields(request), 'refresh_token'))),
  );
}
