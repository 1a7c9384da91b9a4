import type { FastifyInstance } from 'fastify';
import { html } from '../console/html.ts';
import { sendPage } from '../console/send-page.ts';
import type { Sandbox } from '../sandbox.ts';

/** Simulates the marketing site, so that all links of the product work. */
export function registerSite(app: FastifyInstance, { settings }: Sandbox): void {
  app.get('/site', (_request, reply) => reply.redirect('/site/', 301));
  app.get('/site/*', (request, reply) => {
    const [path, query] = request.url.split('?');
    return sendPage(reply, {
      title: 'Marketing site',
      body: html`<div class="card narrow"><h1>Marketing site</h1>
<p>This would be <code>${path}</code>${query !== undefined && html` with <code>${query}</code>`}. It is not part of the account area.</p>
<a class="button" href="${settings.productOrigin}/">Back to the account</a></div>`,
    });
  });
}
