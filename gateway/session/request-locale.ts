import type { FastifyRequest } from 'fastify';
import { chooseLocale, isLocale, type Locale } from '#shared/locale.ts';
import type { Session } from './session-cookies.ts';

/** The language of the request: `lang` of the query, then the cookie, then what the browser prefers. product.md §5 */
export function requestLocale(request: FastifyRequest, session: Session): Locale {
  const query = queryLocale(request);
  const cookie = session.cookies.get('locale');
  // Most requests end here; reading Accept-Language costs more than all the rest.
  if (query === null && isLocale(cookie)) return cookie;
  return chooseLocale(query, cookie, preferences(request));
}

/** The `lang` of the query as it came, valid or not. */
function queryLocale(request: FastifyRequest): string | null {
  const url = request.raw.url ?? '';
  const start = url.indexOf('?');
  return start === -1 ? null : new URLSearchParams(url.slice(start)).get('lang');
}

/** Language tags of Accept-Language, most wanted first; what the browser refuses with `q=0` is not among them. */
function preferences(request: FastifyRequest): string[] {
  const header = request.headers['accept-language'];
  if (!header) return [];
  return header
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(/\s*;\s*/);
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
