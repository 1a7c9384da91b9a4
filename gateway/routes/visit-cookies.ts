import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { isLocale } from '#shared/locale.ts';
import type { Config } from '../config.ts';
import { langOf } from '../http/request-locale.ts';
import { pathOf, queryOf } from '../http/request-url.ts';
import { addNavigationHook } from '../pages/navigation.ts';
import { allowsAttribution, readTheme } from '../pages/pages.ts';
import { collectAttribution, parseAttribution, writeAttribution } from './attribution.ts';

const attributionSeconds = 730 * 86_400;

/**
 * Keeps the language and the attribution of a page's address, and what the page's scripts have set, such as the theme
 * and the language: Safari deletes a script's cookies after a week. decisions.md §3, Cookies
 */
async function visitCookies(app: FastifyInstance, config: Config): Promise<void> {
  const { cookies } = app.sessions;
  addNavigationHook(app, async (request, reply) => {
    const query = new URLSearchParams(queryOf(request));
    const { readableCookies: sent, access, refresh } = app.sessions.read(request);
    const locale = [langOf(request), sent.get('locale')].find(isLocale);
    if (locale) reply.header('set-cookie', cookies.setReadable('locale', locale));
    const theme = readTheme(sent.get('theme'));
    if (theme) reply.header('set-cookie', cookies.setReadable('theme', theme));
    const mark = /^(?:\d{13}|shown)$/.exec(sent.get('account_unconfirmed') ?? '')?.[0];
    // Without a session, a link may be setting it at this moment.
    if (mark && (access !== null || refresh !== null)) reply.header('set-cookie', cookies.setAccountUnconfirmed(mark));

    const kept = sent.get('attribution');
    if (!allowsAttribution(config, request)) {
      if (kept !== undefined) reply.header('set-cookie', cookies.clearReadable('attribution'));
      return;
    }
    const found = collectAttribution(pathOf(request), query, config.appIdentity);
    if (Object.keys(found).length === 0) return;
    const value = writeAttribution(parseAttribution(kept), found);
    reply.header('set-cookie', cookies.setReadable('attribution', value, attributionSeconds));
  });
}

export const visitCookiesPlugin = fastifyPlugin(visitCookies, {
  name: 'visit-cookies',
  dependencies: ['session', 'sign-in-by-url', 'pages'],
});
