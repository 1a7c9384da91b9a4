import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../config.ts';
import { requestLocale } from '../http/request-locale.ts';
import { pathOf } from '../http/request-url.ts';
import { contentSecurityPolicy, reportingEndpoints } from './content-security-policy.ts';
import { type Manifest, preloadsFor } from './preloads.ts';
import { describeStart, renderStart } from './start-block.ts';
import { compileTemplate } from './template.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the request asks for a page of the client. */
    wantsPage(request: FastifyRequest): boolean;
    sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  }
}

/** Makes the client's page: the same for every address, but for language, theme, what is preloaded and who is signed in. */
async function pages(app: FastifyInstance, config: Config): Promise<void> {
  const { loadTemplate, manifest } = config.devServerUrl ? fromDevServer(config.devServerUrl) : await fromBuild(config);
  const policy = contentSecurityPolicy(config);

  app.decorate('wantsPage', (request) => isPageRequest(pathOf(request), request.headers.accept));
  app.decorate('sendPage', async (request, reply) => {
    const session = app.sessions.read(request);
    const locale = requestLocale(request, session.cookies.get('locale'));
    const theme = readTheme(session.cookies.get('theme'));
    const nonce = randomBytes(16).toString('base64');
    const render = await loadTemplate();
    const state = app.sessions.describe(session);
    const privacyControl = request.headers['sec-gpc'] === '1';
    const place = { path: pathOf(request), section: readSection(request), signedIn: state.signedIn };
    const page = render({
      locale,
      theme,
      nonce,
      head: preloadsFor(manifest, locale, place, theme),
      start: renderStart(describeStart(config, { locale, session: state, privacyControl })),
    });
    if (session.cleanup.length > 0) reply.header('set-cookie', session.cleanup);
    return reply
      .header('content-security-policy', policy(nonce))
      .header('reporting-endpoints', reportingEndpoints)
      .header('cache-control', 'no-store')
      .header('content-language', locale)
      .type('text/html; charset=utf-8')
      .send(page);
  });
}

export const pagesPlugin = fastifyPlugin(pages, { name: 'pages', dependencies: ['session', 'security-headers'] });

/** The theme that the visitor has chosen; null for the system's own. */
export const readTheme = (value: string | undefined) => (value === 'light' || value === 'dark' ? value : null);

function readSection({ query }: FastifyRequest): string | null {
  const section = (query as Readonly<Record<string, unknown>>).profile_section;
  return typeof section === 'string' ? section : null;
}

interface Source {
  readonly loadTemplate: () => Promise<ReturnType<typeof compileTemplate>>;
  readonly manifest: Manifest;
}

async function fromBuild({ clientDir }: Config): Promise<Source> {
  const render = compileTemplate(await readFile(join(clientDir, 'index.html'), 'utf8'));
  // Beside the folder that is served, because it names every file of the build.
  const manifest = JSON.parse(await readFile(join(clientDir, '../client-manifest.json'), 'utf8')) as Manifest;
  return { loadTemplate: async () => render, manifest };
}

/** Vite's own page at each request, because it changes with the sources. */
function fromDevServer(url: string): Source {
  const loadTemplate = async () => {
    const answer = await fetch(`${url}/`, { headers: { accept: 'text/html' } });
    return compileTemplate(await answer.text());
  };
  return { loadTemplate, manifest: {} };
}

/**
 * A page is what accepts HTML, by name or by any type; the calls' paths and the build's files never are one, and what looks
 * like a file is one only to whoever asks for HTML by name.
 */
export function isPageRequest(path: string, accept: string | undefined): boolean {
  if (path === '/web' || path.startsWith('/web/') || path.startsWith('/assets/') || path.startsWith('/.well-known/')) {
    return false;
  }
  if (accept?.includes('text/html')) return true;
  return (accept === undefined || accept.includes('*/*') || accept.includes('text/*')) && !/\.\w+$/.test(path);
}
