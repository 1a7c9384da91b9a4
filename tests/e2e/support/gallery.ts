import { test as base, expect } from '@playwright/test';
import { serveGallery } from '../../../scripts/gallery-components.ts';

/** Playwright's test on the component gallery. */
export const test = base.extend<{ failOnConsole: undefined }, { galleryUrl: string }>({
  galleryUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern.
    async ({}, use) => {
      const gallery = await serveGallery();
      await use(gallery.url);
      await gallery.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ galleryUrl }, use) => use(galleryUrl),
  failOnConsole: [
    async ({ page }, use) => {
      const printed: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') printed.push(message.text());
      });
      page.on('pageerror', (error) => printed.push(error.message));
      await use(undefined);
      expect(printed, 'errors and warnings in the browser').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
