import type { Sandbox } from '../sandbox.ts';
import { type Html, html } from './html.ts';
import { clockTime } from './mailbox.ts';

const shown = 200;

/** What arrived at the upstream, newest first, and the marketing events among it. */
export function renderTraffic({ world }: Sandbox): Html {
  const requests = world.requests.list().slice(-shown).reverse();
  return html`<h1>Traffic</h1>
<p class="lead">The calls that reached the upstream, newest first. A refresh shows here and nowhere else.</p>
<div class="stack"><section class="card scroll" id="requests" aria-label="Requests">
${requests.length === 0 && html`<p class="muted">Nothing yet.</p>`}
${
  requests.length > 0 &&
  html`<table><thead><tr><th>Time</th><th>Status</th><th>Call</th><th>Trace id</th></tr></thead>
<tbody>${requests.map(
    ({ at, status, method, path, traceId }) => html`<tr>
<td class="num">${clockTime(world.clock.tell(at))}</td>
<td class="num ${status >= 200 && status < 400 ? 'ok' : 'fail'}">${status === 0 ? 'no answer' : status}</td>
<td><code>${method} ${path}</code></td><td><code>${traceId?.slice(0, 8)}</code></td></tr>`,
  )}</tbody></table>`
}
</section>
<section class="card" id="events" aria-label="Marketing events">
<h2>Marketing events</h2>
${world.events.length === 0 && html`<p class="muted">None yet. The survey after a cancellation and a confirmed newsletter send one.</p>`}
<ul class="rows">${world.events.toReversed().map(
    ({ event_type, email, event_params }) => html`<li><h3>${event_type}</h3><span class="muted">${email}</span>
<code>${event_params.map(({ name, value }) => `${name}=${value}`).join(', ')}</code></li>`,
  )}</ul>
</section></div>`;
}
