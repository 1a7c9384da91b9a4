import type { FastifyRequest } from 'fastify';

const locales = ['en', 'uk', 'de', 'fr', 'es', 'pt'] as const;
export type Locale = (typeof locales)[number];

/** The language of the User-Locale header; English if it is missing or unknown. */
export function readLocale(request: FastifyRequest): Locale {
  const header = request.headers['user-locale'];
  return locales.find((locale) => locale === header) ?? 'en';
}
