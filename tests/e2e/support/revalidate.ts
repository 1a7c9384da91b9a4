import type { Page } from '@playwright/test';

/** Makes a page revalidate its data, as after a change in another tab. */
export const revalidate = (page: Page): Promise<void> =>
  page.evaluate(() => new BroadcastChannel('session').postMessage('changed'));
