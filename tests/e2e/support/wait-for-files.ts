import { expect, type Page } from '@playwright/test';

/**
 * Waits until the page has loaded files or sent calls in the background. Offline, the browser prints an error for each.
 */
export const waitForFiles = (page: Page, names: readonly RegExp[]): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)))
    .toEqual(expect.arrayContaining(names.map((name) => expect.stringMatching(name))));

/** The schemas that responses are checked against as soon as the browser is idle. */
export const responseSchemas = /\/assets\/responses-[^/]*\.js$/;
