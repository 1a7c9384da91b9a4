import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { vi } from 'vitest';
import type { VisitorState } from '#shared/start.ts';
import { i18nOptions, numberFormatter } from '../../client/src/i18n/i18n-options.ts';
import { readConfig } from '../../gateway/config.ts';
import { describeSetup, noVisitor } from '../../gateway/pages/start-block.ts';
import { fromRoot } from '../../scripts/root.ts';

const config = readConfig({
  API_BASE_URL: 'https://api.skerry.example',
  CAPTCHA_SITE_KEY: 'captcha',
  STRIPE_PUBLISHABLE_KEY: 'pk_test',
  COOKIE_DOMAIN: 'skerry.example',
  ACCESS_TOKEN_COOKIE: 'access_token',
  REFRESH_TOKEN_COOKIE: 'refresh_token',
  ORDER_PAGE_URL: 'https://order.skerry.example/',
  SITE_URL: 'https://skerry.example/',
  ENVIRONMENT: 'production',
  COPYRIGHT_YEAR: '2025',
  PUBLIC_ORIGIN: 'https://account.skerry.example',
});

/**
 * Prepares rendering parts of the client without a browser: English texts, and the start block that the gateway writes
 * into the page. Call it before importing the part; undo it with `vi.unstubAllGlobals`.
 * @param visitor what differs from a visitor without a session
 */
export async function prepareClient(visitor: Partial<VisitorState> = {}): Promise<void> {
  const translation = JSON.parse(readFileSync(fromRoot('locales/en.json'), 'utf8'));
  await i18next
    .use(numberFormatter)
    .use(initReactI18next)
    .init({
      ...i18nOptions,
      lng: 'en',
      resources: { en: { translation } },
    });
  const start = { ...noVisitor, ...visitor, ...describeSetup(config, 'en'), renderedAt: Date.now() };
  const textContent = JSON.stringify(start);
  vi.stubGlobal('document', { getElementById: () => ({ textContent }), cookie: '', documentElement: { dataset: {} } });
}

/** The text content of markup. */
export const readWords = (markup: string): string => markup.replace(/<[^>]*>/g, '');
