import type { Sandbox } from '../sandbox.ts';
import { type Html, html } from './html.ts';

/** The mails that were "sent", newest first. */
export function renderMailbox({ world }: Sandbox): Html {
  const messages = world.mailbox.list();
  return html`<section class="card side" id="mailbox" aria-labelledby="mailbox-title">
<h2 id="mailbox-title">Mailbox</h2>
<p class="muted">Every mail that was “sent”. New ones appear automatically.</p>
${
  messages.length === 0
    ? html`<p class="muted">No mails yet. Request a code on the product’s sign-in page.</p>`
    : html`<ol class="rows">${messages.map(
        (message) => html`<li>
<span class="muted">${clockTime(world.clock.toIso(message.at))} · ${message.to}</span>
<h3>${message.subject}</h3>
${message.code !== null && html`<span class="code">${message.code}</span>`}
<div class="actions">${message.link !== null && html`<a class="button" href="${message.link}">Open the link</a>`}
<details><summary>The whole mail</summary><p class="mail">${message.text}</p></details></div>
</li>`,
      )}</ol>`
}
</section>`;
}

/** `2026-11-20T12:34:56.000Z` → `12:34:56 UTC` */
export const clockTime = (moment: string): string => `${moment.slice(11, 19)} UTC`;
