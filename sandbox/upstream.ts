import type { FastifyInstance } from 'fastify';
import { registerDeletion } from './account/deletion.ts';
import { registerEmailChange } from './account/email-change.ts';
import { registerProfile } from './account/profile.ts';
import { registerSettings } from './account/settings.ts';
import { registerPaymentMethod } from './billing/payment-method.ts';
import { registerShop } from './billing/shop.ts';
import { registerSubscription } from './billing/subscription.ts';
import { registerCitizenshipLink } from './citizenship/citizenship-link.ts';
import { applyFault, applyResponseFault } from './control/apply-fault.ts';
import { registerDevices } from './devices/devices.ts';
import { registerMarketing } from './marketing/marketing.ts';
import { notFound } from './problem.ts';
import { registerRouters } from './routers/routers.ts';
import type { Sandbox } from './sandbox.ts';
import { registerRefresh } from './session/refresh.ts';
import { registerAccountCode } from './sign-in/account-code.ts';
import { registerOauth } from './sign-in/oauth.ts';
import { registerOneTimeCode } from './sign-in/one-time-code.ts';
import { registerPermanentToken } from './sign-in/permanent-token.ts';
import type { LoggedRequest } from './world/request-log.ts';

/** The upstream's calls, with a request log and faults. */
export async function registerUpstream(app: FastifyInstance, sandbox: Sandbox): Promise<void> {
  const logEntries = new WeakMap<object, LoggedRequest>();
  app.addHook('onRequest', async (request) => {
    const traceId = request.headers['trace-id'];
    const entry = sandbox.world.requests.add({
      method: request.method,
      path: request.url.split('?')[0] ?? '',
      traceId: typeof traceId === 'string' ? traceId : null,
      status: 0,
      at: sandbox.world.clock.now(),
    });
    logEntries.set(request, entry);
  });
  // After the body has been read, so that a client whose connection is reset has sent all of it.
  app.addHook('preHandler', (request, reply) => applyFault(sandbox, request, reply));
  // Before the response is sent, so that the log is complete when the client receives it.
  app.addHook('onSend', async (request, reply, payload) => {
    const body = await applyResponseFault(request, reply, payload);
    const entry = logEntries.get(request);
    if (entry && !request.raw.socket.destroyed) entry.status = reply.statusCode;
    return body;
  });

  registerRefresh(app, sandbox);
  registerOneTimeCode(app, sandbox);
  registerAccountCode(app, sandbox);
  registerPermanentToken(app, sandbox);
  registerOauth(app, sandbox);
  registerProfile(app, sandbox);
  registerSettings(app, sandbox);
  registerDeletion(app, sandbox);
  registerEmailChange(app, sandbox);
  registerCitizenshipLink(app, sandbox);
  registerSubscription(app, sandbox);
  registerPaymentMethod(app, sandbox);
  registerShop(app, sandbox);
  registerDevices(app, sandbox);
  registerRouters(app, sandbox);
  registerMarketing(app, sandbox);
  app.all('/web/v1/*', (request) => {
    throw notFound(`no such call: ${request.method} ${request.url.split('?')[0]}`);
  });
}
