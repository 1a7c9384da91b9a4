import type { FastifyInstance } from 'fastify';
import { html } from '../console/html.ts';
import { sendPage } from '../console/send-page.ts';
import { notFound } from '../problem.ts';
import { readEmail, readFields } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Account } from '../world/account.ts';
import { deriveId } from '../world/derive-ids.ts';

const providers = {
  google: { name: 'Google', owns: ({ login }: Account) => login.vendor.endsWith('google') },
  apple: { name: 'Apple', owns: ({ login }: Account) => login.vendor.endsWith('apple') },
  setapp: { name: 'Setapp', owns: ({ type }: Account) => type === 'setapp' },
} as const;

type Provider = keyof typeof providers;

/** Simulates the OAuth providers: a consent page, then a redirect to the product with tokens in the query. */
export function registerOauth(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<{ Params: { provider: string }; Querystring: Record<string, string> }>(
    '/web/v1/account/oauth/:provider/login',
    (request, reply) => {
      const { provider } = request.params;
      if (!isProvider(provider)) throw notFound('provider unknown');
      return sendPage(reply, { title: `Sign in with ${providers[provider].name}`, body: consent(sandbox, provider) });
    },
  );
}

/** Handles the consent form. Not an upstream call, so not in the request log. */
export function registerConsent(app: FastifyInstance, sandbox: Sandbox): void {
  app.post<{ Params: { provider: string } }>('/oauth/:provider', (request, reply) => {
    const { provider } = request.params;
    if (!isProvider(provider)) throw notFound('provider unknown');
    const fields = readFields(request);
    const { world, settings } = sandbox;
    if (fields.decision === 'cancel')
      return reply.redirect(`${settings.productOrigin}/enter?error=OAUTH_CANCELLED`, 303);
    if (fields.decision === 'device limit') {
      return reply.redirect(`${settings.productOrigin}/enter?error=ErrDevicesPerAccountLimitExceeded`, 303);
    }
    const email = readEmail(fields, fields.another ? 'another' : 'email');
    const account =
      world.findAccountByEmail(email) ?? world.registerAccount(email, describeNewAccount(provider, email));
    const back = new URL('/profile', settings.productOrigin);
    back.search = new URLSearchParams({ ...world.tokens.issue(account.id) }).toString();
    return reply.redirect(back.href, 303);
  });
}

const isProvider = (value: string): value is Provider => Object.hasOwn(providers, value);

function describeNewAccount(provider: Provider, email: string): Partial<Account> {
  if (provider === 'setapp') return { type: 'setapp', state: 'active', deviceLimit: 8 };
  return { login: { vendor: provider, id: deriveId(provider, email) } };
}

function consent({ world }: Sandbox, provider: Provider) {
  const { name, owns } = providers[provider];
  return html`<div class="narrow"><form class="card stack" method="post" action="/oauth/${provider}">
<div><h1>Sign in with ${name}</h1>
<p class="muted">The sandbox simulates ${name}. Skerry VPN wants to read your name and email.</p></div>
<div role="radiogroup" aria-label="Account">${world
    .listAccounts()
    .filter(owns)
    .map(
      ({ email }, index) =>
        html`<label class="choice"><input type="radio" name="email" value="${email}"${index === 0 && html` checked`}> ${email}</label>`,
    )}</div>
<label>Another email <input type="email" name="another" autocomplete="off"></label>
<div class="actions"><button class="primary" name="decision" value="continue">Continue</button>
<button name="decision" value="cancel" formnovalidate>Cancel</button>
<button name="decision" value="device limit" formnovalidate>Fail with “too many devices”</button></div>
</form></div>`;
}
