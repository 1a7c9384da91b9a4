import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../console/html.ts';
import { sendPage } from '../console/send-page.ts';
import { Problem } from '../problem.ts';
import { readFields, readOneOf, readOptionalText } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { addDevice } from './devices.ts';

const models = {
  'iPhone 15': 'ios',
  'Pixel 8': 'android',
  'MacBook Air': 'macos',
  'Surface Laptop': 'windows',
} as const;

type Model = keyof typeof models;

/** Simulates the app. Opening a pairing link, `{scheme}://pair?token=…`, adds a device to the token's account. */
export function registerAppPage(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<{ Querystring: { link?: string; token?: string } }>('/app', (request, reply) => {
    const { link, token } = request.query;
    const pairingLink = link ?? (token === undefined ? '' : `skerry://pair?token=${token}`);
    return sendPage(reply, { title: 'The app', body: renderApp(pairingLink, null) });
  });

  app.post('/app', (request, reply) => {
    const fields = readFields(request);
    const link = readOptionalText(fields, 'link').trim();
    const model = readOneOf(fields, 'model', Object.keys(models) as Model[]);
    const result = pair(sandbox, link, model);
    return sendPage(reply.code(result.status), { title: 'The app', body: renderApp(link, result) });
  });
}

interface Result {
  readonly status: number;
  readonly text: string;
}

function pair({ world }: Sandbox, link: string, model: Model): Result {
  const token = URL.canParse(link) ? new URL(link).searchParams.get('token') : null;
  const account = world.findAccount(world.permanentTokens.findOwner(token ?? '') ?? '');
  if (!account)
    return { status: 400, text: 'This pairing link is invalid or expired. Links are valid for five minutes.' };
  try {
    addDevice(account, { id: randomUUID(), name: model, model, platform: models[model] });
  } catch (error) {
    if (error instanceof Problem) return { status: error.status, text: `${account.email}: ${error.message}` };
    throw error;
  }
  return { status: 200, text: `${model} was added to ${account.email}.` };
}

const renderApp = (
  link: string,
  result: Result | null,
): Html => html`<form class="card narrow" method="post" action="/app">
<div><h1>Skerry VPN, the app</h1>
<p class="muted">The sandbox simulates the app on a new device. Paste the link of the pairing code.</p></div>
${result && html`<p class="notice${result.status !== 200 && ' bad'}" role="status">${result.text}</p>`}
<label>Pairing link <input name="link" value="${link}" placeholder="skerry://pair?token=…" autocomplete="off" spellcheck="false" required></label>
<label>Device <select name="model">${Object.keys(models).map((model) => html`<option>${model}</option>`)}</select></label>
<button class="primary">Open the link in the app</button>
</form>`;
