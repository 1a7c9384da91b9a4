import type { FastifyInstance } from 'fastify';
import { registerCheckoutPage } from '../billing/checkout-page.ts';
import { registerNationalApp } from '../citizenship/national-app.ts';
import { registerAppPage } from '../devices/app-page.ts';
import { registerInstallers } from '../marketing/marketing.ts';
import type { Sandbox } from '../sandbox.ts';
import { registerConsent } from '../sign-in/oauth.ts';
import { registerImages } from './images.ts';
import { registerSite } from './site.ts';

/** Pages that simulate third parties: OAuth providers, the shop, the national app, the app, the marketing site. */
export function registerPages(app: FastifyInstance, sandbox: Sandbox): void {
  registerConsent(app, sandbox);
  registerCheckoutPage(app, sandbox);
  registerNationalApp(app, sandbox);
  registerAppPage(app, sandbox);
  registerSite(app, sandbox);
  registerInstallers(app);
  registerImages(app);
}
