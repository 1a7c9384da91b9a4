import type { FastifyInstance } from 'fastify';
import { invalid } from '../problem.ts';
import type { Sandbox } from '../sandbox.ts';
import { authenticate } from '../session/authenticate.ts';
import { describeProfile } from '../world/describe-profile.ts';

export function registerProfile(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<{ Querystring: { include_payment_data?: string } }>('/web/v1/profile', (request, reply) => {
    const account = authenticate(sandbox, request);
    const { clock } = sandbox.world;
    if (account.deletion?.profile === 'refused') throw invalid('AccountDeleted');
    // The activation starts with the first request, so that every visitor sees it complete.
    if (account.subscription?.activation === 'waiting') {
      account.subscription.activation = { endsAt: clock.now() + sandbox.settings.activationSeconds * 1000 };
    }
    const profile = describeProfile(account, clock, request.query.include_payment_data === 'true');
    return reply.send({ profile });
  });
}
