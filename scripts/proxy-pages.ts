import { directionOf } from '#shared/locale.ts';
import type { Texts } from './locale-checks.ts';

const reasons = { 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout' };

/** The responses of the proxy when no gateway responds, in every language: the proxy does not know the visitor's. */
export function proxyPages(all: ReadonlyMap<string, Texts>): ReadonlyMap<string, string> {
  const sections = [...all].map(
    ([locale, texts]) =>
      `<section lang="${locale}" dir="${directionOf(locale)}"><h1>${texts['errorPage.busyTitle']}</h1><p>${texts['errorPage.busyText']}</p></section>`,
  );
  const title = all.get('en')?.['errorPage.busyTitle'];
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>body{max-width:32rem;margin:2rem auto;padding:0 1.5rem;font:1rem/1.5 system-ui,sans-serif}h1{margin:1.5rem 0 0;font-size:1.125rem}p{margin:.25rem 0}:root{color-scheme:light dark}</style></head>
<body><main>
${sections.join('\n')}
</main></body></html>
`;
  return new Map(
    Object.entries(reasons).map(([status, reason]) => [
      `${status}.http`,
      `HTTP/1.0 ${status} ${reason}\r\nCache-Control: no-store\r\nConnection: close\r\nRetry-After: 60\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`,
    ]),
  );
}
