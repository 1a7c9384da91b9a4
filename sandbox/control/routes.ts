import type { FastifyInstance } from 'fastify';
import { invalid } from '../problem.ts';
import { readFields, readOneOf } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import type { RefreshOutcome } from '../session/tokens.ts';
import { registerFaults } from './apply-fault.ts';

const outcomes = ['refuse', 'delete account', 'fail'] as const satisfies readonly RefreshOutcome[];

/** The sandbox's control interface. decisions.md §5 */
export function registerControl(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/sandbox/accounts', () =>
    sandbox.world.listAccounts().map(({ email, group, description, permanentToken, accountCode }) => ({
      email,
      group,
      description,
      permanentToken,
      accountCode,
    })),
  );

  app.get<{ Querystring: { email?: string } }>('/sandbox/messages', (request) => {
    const { mailbox, clock } = sandbox.world;
    return mailbox.list(request.query.email).map((message) => ({ ...message, at: clock.toIso(message.at) }));
  });

  app.get('/sandbox/requests', () => {
    const { requests, clock } = sandbox.world;
    return requests.list().map((request) => ({ ...request, at: clock.toIso(request.at) }));
  });

  app.get('/sandbox/events', () => sandbox.world.events);

  // The credentials of a VPN node, to accept a router's connection in tests.
  app.get<{ Params: { hostname: string } }>('/sandbox/nodes/:hostname', async (request) => ({
    ca: sandbox.authority.certificate,
    ...(await sandbox.authority.issueToNode(request.params.hostname)),
  }));

  registerFaults(app, sandbox);

  app.post('/sandbox/expire', (request, reply) => {
    const fields = readFields(request);
    sandbox.world.tokens.expireAll(fields.refresh === undefined ? null : readOneOf(fields, 'refresh', outcomes));
    return reply.code(204).send();
  });

  app.post('/sandbox/clock', (request, reply) => {
    const seconds = readFields(request).advanceSeconds;
    if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0) {
      throw invalid('advanceSeconds must be a number of at least 0');
    }
    sandbox.world.clock.advance(seconds);
    return reply.code(204).send();
  });

  app.post('/sandbox/reset', (_request, reply) => {
    sandbox.reset();
    return reply.code(204).send();
  });
}
