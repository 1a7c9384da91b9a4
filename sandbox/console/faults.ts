import type { Sandbox } from '../sandbox.ts';
import type { Fault } from '../world/faults.ts';
import { callList } from './call-list.ts';
import { type Html, html } from './html.ts';

const kinds = [
  ['500', 'Answer 500, internal error'],
  ['503', 'Answer 503, unavailable'],
  ['429', 'Answer 429, rate limit'],
  ['400', 'Answer 400 with the body below'],
  ['200', 'Answer 200 with the body below'],
  ['delay', 'Answer late, after the delay'],
  ['reset', 'Cut the connection'],
  ['after', 'Carry it out, then cut the connection'],
  ['hang', 'Never answer'],
] as const;

export const faultKinds: readonly string[] = kinds.map(([value]) => value);

/** What can be made to go wrong, and the sandbox's clock. */
export function renderFaults({ world }: Sandbox, said: string | null): Html {
  const faults = world.faults.list();
  return html`<h1>Faults and time</h1>
<p class="lead">Make calls fail, end sessions, move the clock on. Everything here is also there as JSON under <code>/sandbox/…</code>.</p>
${said !== null && html`<p class="notice" role="status">${said}</p>`}
<div class="stack">
<section class="card stack"><h2>A call that goes wrong</h2>
<form class="fields" method="post" action="/faults/add">
<label class="wide">Call <select name="call"><option value="">Every call</option>${callList.map((call) => html`<option>${call}</option>`)}</select></label>
<label>What happens <select name="kind">${kinds.map(([value, name]) => html`<option value="${value}">${name}</option>`)}</select></label>
<label>Delay, milliseconds <input name="delayMs" inputmode="numeric" pattern="[0-9]*" placeholder="0"></label>
<label>How many times <input name="times" inputmode="numeric" pattern="[0-9]*" placeholder="until taken away"></label>
<label class="wide">Body, JSON; other text is sent as a page <textarea name="body" spellcheck="false" placeholder='{"code":3,"message":"code invalid"}'></textarea></label>
<div class="actions wide"><button class="primary">Switch on</button></div>
</form>
${
  faults.length > 0 &&
  html`<ul class="rows">${faults.map(renderFault)}</ul>
<form method="post" action="/faults/clear"><button>Take all faults away</button></form>`
}
</section>
<section class="card stack"><h2>Sessions</h2>
<p class="muted">All access tokens expire now. What the next refresh of the sessions that exist now will say:</p>
<form class="actions" method="post" action="/faults/expire">
<button class="primary" name="refresh" value="">New tokens, as usual</button>
<button name="refresh" value="refuse">Refused</button>
<button name="refresh" value="delete account">Refused: delete account</button>
<button name="refresh" value="fail">Fails with 500</button>
</form></section>
<section class="card stack"><h2>Clock</h2>
<p class="muted">The sandbox is ${describeAhead(world.clock.aheadSeconds())}. Dates come nearer, codes and tokens expire.</p>
<form class="actions" method="post" action="/faults/clock">
<button name="seconds" value="60">1 minute on</button><button name="seconds" value="360">6 minutes on</button>
<button name="seconds" value="3600">1 hour on</button><button name="seconds" value="86400">1 day on</button>
<button name="seconds" value="604800">7 days on</button><button name="seconds" value="2678400">31 days on</button>
</form></section>
<section class="card stack"><h2>Reset</h2>
<p class="muted">The initial world again: accounts, mails, faults, clock. All sessions end.</p>
<form method="post" action="/faults/reset"><button>Reset the sandbox</button></form></section>
</div>`;
}

const renderFault = (
  fault: Fault,
): Html => html`<li><span><code>${fault.method ?? 'any method'} ${fault.path ?? 'any call'}</code></span>
<span class="muted">${[
  fault.delayMs > 0 && `after ${fault.delayMs} ms`,
  fault.hang && 'never answers',
  fault.reset && 'cuts the connection',
  fault.status !== null && !fault.hang && !fault.reset && `answers ${fault.status}`,
  fault.remaining === null ? 'until taken away' : `${fault.remaining} more times`,
]
  .filter((part) => part !== false)
  .join(', ')}</span></li>`;

function describeAhead(seconds: number): string {
  if (seconds === 0) return 'at the present time';
  const [length, unit] = (
    [
      [86_400, 'day'],
      [3600, 'hour'],
      [60, 'minute'],
    ] as const
  ).find(([unitSeconds]) => seconds >= 2 * unitSeconds) ?? [1, 'second'];
  return `${Math.round(seconds / length)} ${unit}s ahead`;
}
