import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import { authenticate } from '../session/authenticate.ts';

/** The payment link and the account's coupon. */
export function registerShop(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/web/v1/store/payment-link', (request, reply) => {
    const account = authenticate(sandbox, request);
    const token = randomBytes(12).toString('base64url');
    sandbox.world.checkouts.set(token, account.id);
    return reply.send({ link: `${sandbox.origin()}/checkout/${token}` });
  });

  app.post('/web/v1/store/coupon/get-account-coupon', (request, reply) =>
    reply.send({ coupon: authenticate(sandbox, request).coupon }),
  );
}
