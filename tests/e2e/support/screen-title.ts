import type { Locator, Page } from '@playwright/test';

/** The heading of a screen that is there. While a section loads, it has its heading already, above its skeleton. */
export const screenTitle = (page: Page, name?: string | RegExp): Locator =>
  page
    .locator('body:not(:has(main > .skeleton))')
    .getByRole('heading', { level: 1, ...(name !== undefined && { name, exact: true }) });
