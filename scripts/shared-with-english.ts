import type { Locale } from '../shared/locale.ts';

/** Texts that read the same as in English because the language has the word too, or a name is meant. */
export const sharedWithEnglish: Readonly<Record<Exclude<Locale, 'en'>, readonly string[]>> = {
  uk: ['card.cvc', 'plan.premium', 'routers.premium'],
  de: [
    'addDevice.router',
    'card.cvc',
    'layout.support',
    'plan.premium',
    'plan.promo',
    'routers.defaultName',
    'routers.port',
    'routers.premium',
    'routers.server',
    'survey.optional',
  ],
  fr: [
    'addDevice.mobile',
    'billing.faq',
    'card.cvc',
    'layout.menu',
    'plan.premium',
    'plan.promo',
    'routers.configurations',
    'routers.port',
    'routers.portNumber',
    'routers.premium',
    'routers.protection',
  ],
  es: ['addDevice.router', 'card.cvc', 'plan.premium', 'plan.promo', 'routers.defaultName', 'routers.premium'],
  pt: ['card.cvc', 'layout.menu', 'plan.premium', 'plan.promo', 'routers.premium'],
};
