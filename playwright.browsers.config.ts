import { defineConfig } from '@playwright/test';
import common from './playwright.config.ts';

/**
 * `npm run test:browsers`: what visitors and owners of accounts meet in Debian's Firefox ESR. Through WebDriver BiDi
 * Playwright's `fill` leaves React's fields empty, so this takes the tests that press keys or write nothing. WebKit
 * cannot be driven by Playwright here.
 */
export default defineConfig(common, {
  testMatch: ['sign-in.spec.ts', 'language.spec.ts', 'old-auth.spec.ts'],
  grep: [
    /works by keyboard alone/,
    /meets the language of the browser/,
    /leave the old language in place/,
    /an old verification link/,
    /an address that has an account is named/,
    /an address in the link is text/,
    /leaves for the redeem page/,
    /the citizenship verification comes back/,
  ],
  reporter: 'list',
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    // Where Debian's package firefox-esr puts it; Playwright says so when it is not there.
    launchOptions: { executablePath: '/usr/bin/firefox-esr', args: [] },
  },
});
