import type { Sandbox } from '../sandbox.ts';
import type { Fault } from '../world/faults.ts';
import { callList } from './call-list.ts';
import { type Html, html } from './html.ts';

const kinds = [
  ['500', 'Respond with 500, internal error'],
  ['503', 'Respond with 503, unavailable'],
  ['429', 'Respond with 429, rate limited'],
  ['400', 'Respond with 400 and the body below'],
  ['200', 'Respond with 200 and the body below'],
  ['delay', 'Respond after the delay'],
  ['reset', 'Reset the connection'],
  ['after', 'Reset the connection after the execution'],
  ['hang', 'Never respond'],
] as const;

export const faultKinds: readonly string[] = kinds.map(([value]) => value);

/** Faults, sessions, clock and reset. */
export function renderFaultsPage({ world }: Sandbox, notice: string | null): Html {
  const faults = world.faults.list();
  return html`<h1>Faults and time</h1>
<p class="lead">Make calls fail, end sessions, advance the clock. All of it is also available as JSON under <code>/sandbox/…</code>.</p>
${notice !== null && html`<p class="notice" role="status">${notice}</p>`}
<div class="stack">
<section class="card stack"><h2>Faults</h2>
<form class="fields" method="post" action="/faults/add">
<label class="wide">Call <select name="call"><option value="">Every call</option>${callList.map((call) => html`<option>${call}</option>`)}</select></label>
<label>What happens <select name="kind">${kinds.map(([value, name]) => html`<option value="${value}">${name}</option>`)}</select></label>
<label>Delay, milliseconds <input name="delayMs" inputmode="numeric" pattern="[0-9]*" placeholder="0"></label>
<label>Number of requests <input name="times" inputmode="numeric" pattern="[0-9]*" placeholder="all"></label>
<label class="wide">Body as JSON; any other text is sent as HTML <textarea name="body" spellcheck="false" placeholder='{"code":3,"message":"code invalid"}'></textarea></label>
<div class="actions wide"><button class="primary">Add fault</button></div>
</form>
${
  faults.length > 0 &&
  html`<ul class="rows">${faults.map(renderFault)}</ul>
<form method="post" action="/faults/clear"><button>Remove all faults</button></form>`
}
</section>
<section class="card stack"><h2>Sessions</h2>
<p class="muted">Expires all access tokens now. Choose the result of the next refresh of the current sessions:</p>
<form class="actions" method="post" action="/faults/expire">
<button class="primary" name="refresh" value="">New tokens</button>
<button name="refresh" value="refuse">Refused</button>
<button name="refresh" value="delete account">Refused: delete account</button>
<button name="refresh" value="fail">Fails with 500</button>
</form></section>
<section class="card stack"><h2>Clock</h2>
<p class="muted">The sandbox is ${describeAhead(world.clock.aheadSeconds())}. Advancing the clock brings dates nearer and lets codes and tokens expire.</p>
<form class="actions" method="post" action="/faults/clock">
<button name="seconds" value="60">+ 1 minute</button><button name="seconds" value="360">+ 6 minutes</button>
<button name="seconds" value="3600">+ 1 hour</button><button name="seconds" value="86400">+ 1 day</button>
<button name="seconds" value="604800">+ 7 days</button><button name="seconds" value="2678400">+ 31 days</button>
</form></section>
<section class="card stack"><h2>Reset</h2>
<p class="muted">Restores accounts, mails, faults and clock. All sessions end.</p>
<form method="post" action="/faults/reset"><button>Reset the sandbox</button></form></section>
</div>`;
}

const renderFault = (
  fault: Fault,
): Html => html`<li><span><code>${fault.method ?? 'any method'} ${fault.path ?? 'any call'}</code></span>
<span class="muted">${[
  fault.delayMs > 0 && `after ${fault.delayMs} ms`,
  fault.hang && 'never responds',
  fault.reset && 'resets the connection',
  fault.status !== null && !fault.hang && !fault.reset && `responds with ${fault.status}`,
  fault.remaining === null ? 'every request' : `${fault.remaining} more requests`,
]
  .filter((part) => part !== false)
  .join(', ')}</span></li>`;

function describeAhead(seconds: number): string {
  if (seconds === 0) return 'at the current time';
  const [length, unit] = (
    [
      [86_400, 'day'],
      [3600, 'hour'],
      [60, 'minute'],
    ] as const
  ).find(([unitSeconds]) => seconds >= 2 * unitSeconds) ?? [1, 'second'];
  return `${Math.round(seconds / length)} ${unit}s ahead`;
}
