import type { Page } from '@playwright/test';

/** Lets a page read again all that it shows, as after a change in another tab. */
export const readAgain = (page: Page): Promise<void> =>
  page.evaluate(() => new BroadcastChannel('session').postMessage('changed'));
