import type { FastifyInstance } from 'fastify';
import { sendNewsletterMail } from '../mails/send-mails.ts';
import { notFound } from '../problem.ts';
import { readEmail, readFields } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { renderAccounts, renderGroups } from './accounts.ts';
import { renderAddresses } from './addresses.ts';
import { registerFaultActions } from './fault-actions.ts';
import { renderFaultsPage } from './faults-page.ts';
import { html } from './html.ts';
import { renderMailbox } from './mailbox.ts';
import { registerOpenSignedIn } from './open-signed-in.ts';
import { icon } from './page.ts';
import { sendPage } from './send-page.ts';
import { renderTraffic } from './traffic.ts';

/** The console. */
export function registerConsole(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/', (_request, reply) =>
    sendPage(reply, {
      title: 'Accounts and mail',
      current: '/',
      refreshes: ['mailbox'],
      body: html`<h1>Sandbox</h1>
<p class="lead">Simulates everything behind <a href="${sandbox.settings.productOrigin}/">${sandbox.settings.productOrigin}</a>.
Sign in there with any email and read the code in the mailbox, or open one of the accounts.</p>
${renderGroups(sandbox)}
<div class="columns">${renderAccounts(sandbox)}${renderMailbox(sandbox)}</div>`,
    }),
  );
  app.post('/newsletter', (request, reply) => {
    const account = sandbox.world.findAccountByEmail(readEmail(readFields(request), 'email'));
    if (!account) throw notFound('account unknown');
    sendNewsletterMail(sandbox, account);
    return reply.redirect('/', 303);
  });
  app.get('/traffic', (_request, reply) =>
    sendPage(reply, {
      title: 'Traffic',
      current: '/traffic',
      refreshes: ['requests', 'events'],
      body: renderTraffic(sandbox),
    }),
  );
  app.get<{ Querystring: { notice?: string } }>('/faults', (request, reply) =>
    sendPage(reply, {
      title: 'Faults and time',
      current: '/faults',
      body: renderFaultsPage(sandbox, request.query.notice ?? null),
    }),
  );
  app.get('/addresses', (_request, reply) =>
    sendPage(reply, { title: 'Addresses', current: '/addresses', body: renderAddresses(sandbox) }),
  );
  registerFaultActions(app, sandbox);
  app.get('/icon.svg', (_request, reply) => reply.type('image/svg+xml').send(icon));
  registerOpenSignedIn(app, sandbox);
}
