import { chooseLocale, isLocale, type Locale } from '#shared/locale.ts';
import { type PageRequest, queryOf } from './request-url.ts';

/** The request's language: `lang` in the query, then the `locale` cookie, then Accept-Language. product.md §5 */
export function requestLocale(request: PageRequest, cookie: string | undefined): Locale {
  const query = langOf(request);
  return query === null ? visitorLocale(request, cookie) : chooseLocale(query, cookie, preferences(request));
}

/** The visitor's language, whatever the query says. */
export function visitorLocale(request: PageRequest, cookie: string | undefined): Locale {
  // Most requests end here; reading Accept-Language costs more than all the rest.
  return isLocale(cookie) ? cookie : chooseLocale(null, cookie, preferences(request));
}

/** `lang` in the query. Escaped, it is no language. */
export const langOf = (request: PageRequest): string | null =>
  // Error pages need it for queries that are refused because parsing all of them would take milliseconds.
  /(?:^|&)lang=([^&]*)/.exec(queryOf(request))?.[1] ?? null;

/** Language tags of Accept-Language, most wanted first; what the browser refuses with `q=0` is not among them. */
function preferences(request: PageRequest): string[] {
  const header = request.headers['accept-language'];
  if (!header) return [];
  return header
    .split(',', 20)
    .map((part) => {
      // A regular expression for the spaces around a semicolon would take quadratic time.
      const [tag = '', ...parameters] = part.split(';', 5).map((text) => text.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
