import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../console/html.ts';
import { sendPage } from '../console/send-page.ts';
import { readFields } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Account } from '../world/account.ts';
import { confirmCitizenship } from './confirm-citizenship.ts';

type Link = { Params: { token: string } };

/** The page behind the deep link, where one plays the national app and confirms. A link works once. */
export function registerNationalApp(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<Link>('/citizenship/:token', (request, reply) => {
    const account = findAsker(sandbox, request.params.token);
    return sendPage(reply.code(account ? 200 : 410), { title: 'Diia', body: account ? ask(account) : tooLate });
  });

  app.post<Link>('/citizenship/:token', (request, reply) => {
    const account = findAsker(sandbox, request.params.token);
    if (!account) return sendPage(reply.code(410), { title: 'Diia', body: tooLate });
    sandbox.world.citizenshipLinks.delete(request.params.token);
    const confirmed = readFields(request).answer === 'confirm';
    if (confirmed) confirmCitizenship(account);
    return sendPage(reply, { title: 'Diia', body: thank(sandbox, confirmed) });
  });
}

function findAsker({ world }: Sandbox, token: string): Account | null {
  const link = world.citizenshipLinks.get(token);
  return link && world.clock.now() < link.expiresAt ? world.findAccount(link.accountId) : null;
}

const ask = (account: Account): Html => html`<form class="card narrow" method="post">
<h1>Diia</h1>
<p class="muted">The sandbox plays the national app.</p>
<p>Skerry VPN asks for a confirmation that you are a citizen, for the account <strong>${account.email}</strong>.</p>
<div class="actions"><button class="primary" name="answer" value="confirm">Confirm</button><button name="answer" value="refuse">Refuse</button></div>
</form>`;

const tooLate = html`<div class="card narrow"><h1>Diia</h1>
<p>This request has expired or was answered already. Go back and scan the new code.</p></div>`;

const thank = ({ settings }: Sandbox, confirmed: boolean): Html => html`<div class="card narrow"><h1>Diia</h1>
<p>${confirmed ? 'Confirmed. Skerry VPN knows now.' : 'Refused. Nothing was passed on.'}</p>
${confirmed && html`<a class="button primary" href="${settings.productOrigin}/diia/success">Back to Skerry VPN</a>`}
</div>`;
