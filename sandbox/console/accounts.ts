import type { Sandbox } from '../sandbox.ts';
import type { Account } from '../world/account.ts';
import { type Html, html } from './html.ts';

/** All accounts by group, each with its description and a link that signs in. */
export function renderAccounts({ world }: Sandbox): Html {
  const all = world.listAccounts();
  const groups = [...new Set(all.map(({ group }) => group))];
  return html`<div class="stack">${groups.map(
    (group) => html`<section class="card" id="${anchorOf(group)}" aria-label="${group}">
<h2>${group}</h2>
<ul class="rows">${all.filter((account) => account.group === group).map(renderAccount)}</ul>
</section>`,
  )}</div>`;
}

const renderAccount = (account: Account): Html => html`<li class="account">
<span class="address">${account.email}</span>
<span>${account.description}</span>
<div class="actions">
<a class="button" href="/open?email=${encodeURIComponent(account.email)}">Open signed in</a>
<details><summary>More</summary><p class="muted">Account code <code>${account.accountCode}</code><br>
Permanent token <code>${account.permanentToken}</code></p>
<form method="post" action="/newsletter"><button name="email" value="${account.email}">Send the newsletter mail</button></form></details>
</div>
</li>`;

/** Links to the groups. */
export function renderGroups({ world }: Sandbox): Html {
  const groups = [...new Set(world.listAccounts().map(({ group }) => group))];
  return html`<ul class="jump" aria-label="Groups of accounts">${groups.map((group) => html`<li><a href="#${anchorOf(group)}">${group}</a></li>`)}</ul>`;
}

const anchorOf = (group: string): string => group.toLowerCase().replaceAll(' ', '-');
