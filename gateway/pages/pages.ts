import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Locale } from '#shared/locale.ts';
import type { Config } from '../config.ts';
import { requestLocale } from '../http/request-locale.ts';
import { pathOf, queryOf } from '../http/request-url.ts';
import { accepts } from './build-files.ts';
import { contentSecurityPolicy, reportingEndpoints } from './content-security-policy.ts';
import { earlyReadsFor } from './early-reads.ts';
import { EncodedPage } from './encoded-page.ts';
import {
  artPreloadsFor,
  deferredPreloadsFor,
  entryChunksOf,
  linkHeaderFor,
  type Manifest,
  type PageRequest,
  stylesOf,
  type Theme,
} from './preloads.ts';
import { fillPlaceholders, type PrerenderedPages, prerenderedKind, prerenderedName } from './prerendered-pages.ts';
import { describeSetup, renderStart, renderVisitor } from './start-block.ts';
import { compileTemplate, type PageSlot, pageSlots, type Stylesheet } from './template.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the request asks for a page of the client. */
    wantsPage(request: FastifyRequest): boolean;
    sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  }
}

/** Sends the client's page: it differs by address, language and theme, and by whether the visitor is signed in. */
async function pages(app: FastifyInstance, config: Config): Promise<void> {
  const build = config.devServerUrl ? null : await readBuild(config);
  const policy = contentSecurityPolicy(config);
  const known = new Map<string, Promise<Page>>();

  /**
   * The pages of all languages and places are a closed set, so each one is compressed once, also for many visitors at
   * once.
   */
  const pageFor = (locale: Locale, pageRequest: PageRequest): Promise<Page> => {
    const key = [locale, prerenderedName(pageRequest), ...entryChunksOf(pageRequest)].join();
    const found = known.get(key);
    if (found) return found;
    const page = prepare(locale, pageRequest);
    if (build) known.set(key, page);
    // The next visitor tries again.
    page.catch(() => known.delete(key));
    return page;
  };
  const prepare = async (locale: Locale, pageRequest: PageRequest): Promise<Page> => {
    const name = prerenderedName(pageRequest);
    const { compile, manifest, prerenderedPages } = build ?? (await readDevServer(config));
    const html = name && prerenderedPages[locale]?.[name];
    const body = new EncodedPage(
      compile({
        locale,
        head: earlyReadsFor(pageRequest),
        later: deferredPreloadsFor(manifest, locale, pageRequest),
        styles: await readStyles(config, stylesOf(manifest, pageRequest)),
        start: renderStart(describeSetup(config, locale)),
        prerendered: html ? { html: fillPlaceholders(html, config), kind: prerenderedKind(name) } : null,
      }),
      pageSlots,
    );
    const art = (theme: Theme | null) => artPreloadsFor(manifest, pageRequest, theme);
    return {
      body,
      link: linkHeaderFor(manifest, locale),
      art: { light: art('light'), dark: art('dark'), system: art(null) },
    };
  };

  app.decorate('wantsPage', (request) => isPageRequest(pathOf(request), request.headers.accept));
  app.decorate('sendPage', async (request, reply) => {
    const session = app.sessions.read(request);
    const locale = requestLocale(request, session.readableCookies.get('locale'));
    const theme = readTheme(session.readableCookies.get('theme'));
    const nonce = randomBytes(16).toString('base64');
    const state = app.sessions.describe(session);
    const query = Object.fromEntries(new URLSearchParams(queryOf(request)));
    const pageRequest = { path: pathOf(request), query, signedIn: state.signedIn };
    const page = await pageFor(locale, pageRequest);
    const values = {
      NONCE: nonce,
      THEME: theme ? ` data-theme="${theme}"` : '',
      ART: page.art[theme ?? 'system'],
      TIME: String(Date.now()),
      STATE: renderVisitor({
        session: state,
        sessionTag: app.sessions.cookies.tagOf(session.identity),
        signedInByThisLink: session.isSignedInByThisLink,
        attribution: allowsAttribution(config, request),
      }),
    };
    const gzip = accepts('gzip', request.headers['accept-encoding']);
    if (session.cleanup.length > 0) reply.header('set-cookie', session.cleanup);
    if (session.isSignedInByThisLink)
      reply.header('set-cookie', app.sessions.cookies.clearSignedInByThisLink(pageRequest.path));
    if (gzip) reply.header('content-encoding', 'gzip');
    if (page.link) reply.header('link', page.link);
    const chunks = gzip ? page.body.toGzip(values) : page.body.toText(values);
    return reply
      .header(
        'content-length',
        chunks.reduce((sum, { length }) => sum + length, 0),
      )
      .header('content-security-policy', policy(nonce))
      .header('reporting-endpoints', reportingEndpoints)
      .header('content-language', locale)
      .header('vary', 'Accept-Encoding')
      .type('text/html; charset=utf-8')
      .send(toStream(chunks));
  });
}

/**
 * Writes all chunks in one turn, so that Node sends them together; what the client does not take yet stays where it is.
 */
function toStream(chunks: readonly Buffer[]): Readable {
  const stream = new Readable({ read: () => undefined });
  for (const chunk of chunks) if (chunk.length > 0) stream.push(chunk);
  stream.push(null);
  return stream;
}

export const pagesPlugin = fastifyPlugin(pages, { name: 'pages', dependencies: ['session', 'security-headers'] });

/** Whether the operator and the visitor allow storing where the visitor came from. */
export const allowsAttribution = ({ attribution }: Config, { headers }: FastifyRequest): boolean =>
  // Global Privacy Control: the visitor does not want to be tracked.
  attribution && headers['sec-gpc'] !== '1';

/** The theme that the visitor has chosen; null for the system's own. */
export const readTheme = (value: string | undefined) => (value === 'light' || value === 'dark' ? value : null);

/** What the responses with one page share. */
interface Page {
  readonly body: EncodedPage<PageSlot>;
  /** The value of `Link`. */
  readonly link: string;
  /** The slot `ART` by theme. */
  readonly art: Readonly<Record<Theme | 'system', string>>;
}

interface Build {
  readonly compile: ReturnType<typeof compileTemplate>;
  readonly manifest: Manifest;
  readonly prerenderedPages: PrerenderedPages;
}

async function readBuild({ clientDir, productName }: Config): Promise<Build> {
  const read = (file: string) => readFile(join(clientDir, file), 'utf8');
  const html = await read('index.html');
  // Beside the folder that is served, because they are not for browsers.
  const manifest = JSON.parse(await read('../client-manifest.json')) as Manifest;
  const prerenderedPages = JSON.parse(await read('../client-prerendered.json')) as PrerenderedPages;
  return { compile: compileTemplate(html, { productName }), manifest, prerenderedPages };
}

const readStyles = ({ clientDir }: Config, files: readonly string[]): Promise<Stylesheet[]> =>
  Promise.all(files.map(async (file) => ({ file, css: await readFile(join(clientDir, file), 'utf8') })));

/** Vite's own page at each request, because it changes with the sources. */
async function readDevServer({ devServerUrl, productName }: Config): Promise<Build> {
  const response = await fetch(`${devServerUrl}/`, { headers: { accept: 'text/html' } });
  return { compile: compileTemplate(await response.text(), { productName }), manifest: {}, prerenderedPages: {} };
}

/**
 * A page is what accepts HTML, by name or by any type; the calls' paths and the build's files never are one, and what
 * looks like a file is one only for a client that asks for HTML by name.
 */
export function isPageRequest(path: string, accept: string | undefined): boolean {
  if (path === '/web' || path.startsWith('/web/') || path.startsWith('/assets/') || path.startsWith('/.well-known/')) {
    return false;
  }
  if (accept?.includes('text/html')) return true;
  return (accept === undefined || accept.includes('*/*') || accept.includes('text/*')) && !/\.\w+$/.test(path);
}
