import { Html, html } from './html.ts';

const logo = new Html(
  '<svg viewBox="0 0 32 32" fill="none" aria-hidden="true"><path d="M12.1 22.6 13.5 11h5l1.4 11.6Z" fill="var(--accent)"/><path d="M13 14.9h6l.4 3.1h-6.8Z" fill="var(--surface)"/><path d="M13.9 6.9h4.2v3.3h-4.2Z" fill="var(--beacon)"/><path d="M12.6 6.6 16 3.2l3.4 3.4ZM12.2 9.9h7.6v1.5h-7.6Z" fill="var(--accent)"/><path d="M2.6 25.6c2.3-.2 3.2-1.6 5.3-1.9 1.9-.3 2.6-1.5 4.6-1.6h7c2.1.1 2.6 1.5 4.7 1.9 2 .4 3 1.5 5.2 1.6" stroke="var(--text)" stroke-width="1.9" stroke-linecap="round"/><path d="M7.4 29c1.5.8 2.8.8 4.3 0s2.8-.8 4.3 0 2.8.8 4.3 0 2.8-.8 4.3 0" stroke="var(--accent)" stroke-width="1.6" stroke-linecap="round"/></svg>',
);

const sections = [
  { path: '/', name: 'Accounts and mail' },
  { path: '/traffic', name: 'Traffic' },
  { path: '/faults', name: 'Faults and time' },
  { path: '/addresses', name: 'Addresses' },
] as const;

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** The section of the console. Pages that simulate a third party have none. */
  readonly current?: (typeof sections)[number]['path'];
  /** The ids of elements that are updated every two seconds. */
  readonly refreshes?: readonly string[];
}

/** A whole page. It works without its script, which only updates lists. */
export function renderPage({ title, body, current, refreshes = [] }: Page): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Skerry VPN sandbox</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/browser/console.css">
${refreshes.length > 0 && html`<script src="/browser/console.js" defer></script>`}
</head>
<body data-refreshes="${refreshes.join(' ')}">
<a class="skip" href="#content">Skip to content</a>
<header class="topbar"><div>
<a class="brand" href="/">${logo}<span>Skerry VPN <small>sandbox</small></span></a>
${
  current !== undefined &&
  html`<nav aria-label="Sandbox">${sections.map(
    ({ path, name }) => html`<a href="${path}"${path === current && html` aria-current="page"`}>${name}</a>`,
  )}</nav>`
}
</div></header>
<main id="content">
${body}
</main>
</body>
</html>
`;
  return page.text;
}

/** The logo as the page's icon. */
export const icon = logo.text
  .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
  .replaceAll('var(--accent)', '#0b5f66')
  .replaceAll('var(--surface)', '#ffffff')
  .replaceAll('var(--beacon)', '#efa22c')
  .replaceAll('var(--text)', '#56686f');
