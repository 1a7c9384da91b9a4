import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Locale, locales } from '#shared/locale.ts';
import type { Config } from '../config.ts';
import type { ErrorPageRenderer } from '../http/error-handler.ts';
import { requestLocale } from '../http/request-locale.ts';
import { pathOf } from '../http/request-url.ts';
import { describeLanguage, escapeHtml } from './template.ts';

type Texts = Readonly<Record<string, string>>;

const style = `body{max-width:32rem;margin:15vh auto;padding:0 1.5rem;font:1.0625rem/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;line-height:1.25}a{color:LinkText}:root{color-scheme:light dark}`;
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Makes what a visitor sees when a navigation fails: what happened, in the visitor's language, and a next step.
 * decisions.md §3, Pages
 */
export async function createErrorPages(config: Config): Promise<ErrorPageRenderer> {
  const texts = await readTexts(config);
  return (request, { status }) => {
    // Loading this address again would hand the session over, which only a page may ask for. If it is too long (431),
    // loading it again fails again.
    const isRepeatable = pathOf(request) !== '/session/extension' && status !== 431;
    const cookie = /(?:^|;\s*)locale=(\w+)/.exec(request.headers.cookie ?? '')?.[1];
    const wanted = requestLocale(request, cookie);
    const locale = texts.has(wanted) ? wanted : 'en';
    return {
      html: renderPage(texts.get(locale) ?? {}, locale, status, isRepeatable, config.productName),
      headers: { 'content-security-policy': policy, 'content-language': locale },
    };
  };
}

function renderPage(texts: Texts, locale: Locale, status: number, isRepeatable: boolean, productName: string): string {
  const kind = kindOf(status);
  // An empty address is the page's own.
  const [href, action] =
    kind === 'missing' || !isRepeatable ? ['/profile', texts['layout.toProfile']] : ['', texts['error.tryAgain']];
  const title = texts[`errorPage.${kind}Title`];
  return `<!doctype html>
<html ${describeLanguage(locale)}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${escapeHtml(productName)}</title><style>${style}</style></head>
<body><main><h1>${title}</h1><p>${texts[`errorPage.${kind}Text`]}</p><p><a href="${href}">${action}</a></p></main></body></html>
`;
}

function kindOf(status: number): 'busy' | 'failed' | 'missing' | 'tooMany' {
  if (status === 429) return 'tooMany';
  if ([400, 403, 404, 405].includes(status)) return 'missing';
  return status === 503 ? 'busy' : 'failed';
}

/** The few texts needed here, out of the built client; out of the sources where there is no build. */
async function readTexts({ clientDir, devServerUrl }: Config): Promise<ReadonlyMap<Locale, Texts>> {
  const files = devServerUrl
    ? locales.map((locale) => [locale, join(import.meta.dirname, `../../locales/${locale}.json`)] as const)
    : await findBuiltTexts(clientDir);
  return new Map(
    await Promise.all(
      files.map(async ([locale, file]) => {
        const all: Texts = JSON.parse(await readFile(file, 'utf8'));
        return [locale, Object.fromEntries(Object.entries(all).filter(([key]) => isNeeded(key)))] as const;
      }),
    ),
  );
}

const isNeeded = (key: string): boolean =>
  key.startsWith('errorPage.') || key === 'error.tryAgain' || key === 'layout.toProfile';

async function findBuiltTexts(clientDir: string): Promise<(readonly [Locale, string])[]> {
  const manifest: Readonly<Record<string, { file: string }>> = JSON.parse(
    await readFile(join(clientDir, '../client-manifest.json'), 'utf8'),
  );
  return locales.flatMap((locale) => {
    const entry = manifest[`../locales/${locale}.json`];
    return entry ? [[locale, join(clientDir, entry.file)] as const] : [];
  });
}
