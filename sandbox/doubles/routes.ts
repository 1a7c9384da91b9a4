import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import { captchaBadge, captchaLoader, captchaMain } from './captcha-script.ts';
import { fieldPage } from './stripe-field-page.ts';
import { stripeScript } from './stripe-script.ts';
import { registerStripeServer } from './stripe-server.ts';
import { challengePage, controllerPage, walletButtonPage, walletPage } from './stripe-sheets.ts';

const pages = {
  field: fieldPage,
  controller: controllerPage,
  challenge: challengePage,
  wallet: walletPage,
  button: walletButtonPage,
} as const;

/** Doubles of the scripts that other parties serve, for STRIPE_JS_URL and CAPTCHA_JS_URL. */
export function registerDoubles(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/doubles/captcha.js', (_request, reply) => sendScript(reply, captchaLoader));
  app.get('/doubles/captcha-main.js', (_request, reply) => sendScript(reply, captchaMain));
  app.get('/doubles/captcha-badge', (_request, reply) => sendFrame(reply, captchaBadge));
  app.get('/doubles/stripe.js', (_request, reply) => sendScript(reply, stripeScript));
  for (const [name, write] of Object.entries(pages)) {
    app.get(`/doubles/stripe/${name}`, (_request, reply) => sendFrame(reply, write(sandbox.settings.productOrigin)));
  }
  registerStripeServer(app, sandbox);
}

const sendScript = (reply: FastifyReply, text: string): FastifyReply =>
  reply
    .header('cache-control', 'no-cache')
    .header('cross-origin-resource-policy', 'cross-origin')
    .type('text/javascript; charset=utf-8')
    .send(text);

const sendFrame = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(text);
