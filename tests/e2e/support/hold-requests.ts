import type { Page } from '@playwright/test';
import { createGate } from '../../support/gate.ts';

/** Holds the page's requests to a URL until `release()`. */
export async function holdRequests(page: Page, url: string | RegExp) {
  const gate = createGate();
  let count = 0;
  await page.route(url, async (route) => {
    count += 1;
    await gate.pass();
    await route.continue();
  });
  return { arrived: gate.arrived, release: gate.open, count: () => count };
}
