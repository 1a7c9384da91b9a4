import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../console/html.ts';
import { sendPage } from '../console/send-page.ts';
import { readFields } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Account } from '../world/account.ts';
import { confirmCitizenship } from './confirm-citizenship.ts';

type Link = { Params: { token: string } };

/** The page of the deep link, which simulates the national app. A link works once. */
export function registerNationalApp(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<Link>('/citizenship/:token', (request, reply) => {
    const account = findAccountByToken(sandbox, request.params.token);
    return sendPage(reply.code(account ? 200 : 410), {
      title: 'Diia',
      body: account ? renderRequest(account) : expired,
    });
  });

  app.post<Link>('/citizenship/:token', (request, reply) => {
    const account = findAccountByToken(sandbox, request.params.token);
    if (!account) return sendPage(reply.code(410), { title: 'Diia', body: expired });
    sandbox.world.citizenshipLinks.delete(request.params.token);
    const confirmed = readFields(request).decision === 'confirm';
    if (confirmed) confirmCitizenship(account);
    return sendPage(reply, { title: 'Diia', body: renderResult(sandbox, confirmed) });
  });
}

function findAccountByToken({ world }: Sandbox, token: string): Account | null {
  const link = world.citizenshipLinks.get(token);
  return link && world.clock.now() < link.expiresAt ? world.findAccount(link.accountId) : null;
}

const renderRequest = (account: Account): Html => html`<form class="card narrow" method="post">
<h1>Diia</h1>
<p class="muted">The sandbox simulates the national app.</p>
<p>Skerry VPN wants to verify your citizenship for the account <strong>${account.email}</strong>.</p>
<div class="actions"><button class="primary" name="decision" value="confirm">Confirm</button><button name="decision" value="decline">Decline</button></div>
</form>`;

const expired = html`<div class="card narrow"><h1>Diia</h1>
<p>This request has expired or was already used. Go back and scan the new code.</p></div>`;

const renderResult = ({ settings }: Sandbox, confirmed: boolean): Html => html`<div class="card narrow"><h1>Diia</h1>
<p>${confirmed ? 'Confirmed. Your account is now verified.' : 'Declined. No data was shared.'}</p>
${confirmed && html`<a class="button primary" href="${settings.productOrigin}/diia/success">Back to Skerry VPN</a>`}
</div>`;
