import type { FastifyInstance, FastifyReply } from 'fastify';
import { type BrowserAsset, browserAssets, readBrowserAsset } from '../browser-assets.ts';
import type { Sandbox } from '../sandbox.ts';
import { captchaBadge, renderFrame, stripeFrames } from './frames.ts';
import { registerStripeServer } from './stripe-server.ts';

/** Test doubles of the third-party scripts, for STRIPE_JS_URL and CAPTCHA_JS_URL. */
export function registerDoubles(app: FastifyInstance, sandbox: Sandbox): void {
  const { productOrigin } = sandbox.settings;
  app.get('/doubles/stripe.js', (_request, reply) => sendAsset(reply, 'stripe.js'));
  app.get('/doubles/captcha.js', (_request, reply) => sendAsset(reply, 'captcha.js'));
  app.get('/doubles/captcha-main.js', (_request, reply) => sendAsset(reply, 'captcha-main.js'));
  app.get('/doubles/captcha-badge', (_request, reply) => sendHtml(reply, renderFrame(captchaBadge, productOrigin)));
  for (const [name, frame] of Object.entries(stripeFrames)) {
    app.get(`/doubles/stripe/${name}`, (_request, reply) => sendHtml(reply, renderFrame(frame, productOrigin)));
  }
  registerStripeServer(app, sandbox);
}

/** The scripts and style sheets of the sandbox's own pages and frames. */
export function registerBrowserAssets(app: FastifyInstance): void {
  for (const asset of browserAssets) app.get(`/browser/${asset}`, (_request, reply) => sendAsset(reply, asset));
}

async function sendAsset(reply: FastifyReply, asset: BrowserAsset): Promise<FastifyReply> {
  return reply
    .header('cache-control', 'no-cache')
    .header('cross-origin-resource-policy', 'cross-origin')
    .type(asset.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8')
    .send(await readBrowserAsset(asset));
}

const sendHtml = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(text);
