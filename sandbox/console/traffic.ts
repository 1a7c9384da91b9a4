import type { Sandbox } from '../sandbox.ts';
import { type Html, html } from './html.ts';
import { clockTime } from './mailbox.ts';

const limit = 200;

/** The requests to the upstream, newest first, and the marketing events. */
export function renderTraffic({ world }: Sandbox): Html {
  const requests = world.requests.list().slice(-limit).reverse();
  return html`<h1>Traffic</h1>
<p class="lead">The requests that reached the upstream, newest first. Refreshes are visible only here.</p>
<div class="stack"><section class="card scroll" id="requests" aria-label="Requests">
${requests.length === 0 && html`<p class="muted">No requests yet.</p>`}
${
  requests.length > 0 &&
  html`<table><thead><tr><th>Time</th><th>Status</th><th>Call</th><th>Trace id</th></tr></thead>
<tbody>${requests.map(
    ({ at, status, method, path, traceId }) => html`<tr>
<td class="num">${clockTime(world.clock.toIso(at))}</td>
<td class="num ${status >= 200 && status < 400 ? 'ok' : 'fail'}">${status === 0 ? 'no response' : status}</td>
<td><code>${method} ${path}</code></td><td><code>${traceId?.slice(0, 8)}</code></td></tr>`,
  )}</tbody></table>`
}
</section>
<section class="card" id="events" aria-label="Marketing events">
<h2>Marketing events</h2>
${world.events.length === 0 && html`<p class="muted">None yet. The cancellation survey and a newsletter confirmation send one.</p>`}
<ul class="rows">${world.events.toReversed().map(
    ({ event_type, email, event_params }) => html`<li><h3>${event_type}</h3><span class="muted">${email}</span>
<code>${event_params.map(({ name, value }) => `${name}=${value}`).join(', ')}</code></li>`,
  )}</ul>
</section></div>`;
}
