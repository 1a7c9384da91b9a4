import type { Page } from '@playwright/test';
import { createGate } from '../../support/gate.ts';

/** Holds a page's requests to an address until they are let go: an answer is as slow as the test wants it. */
export async function holdRequests(page: Page, url: string | RegExp) {
  const gate = createGate();
  let count = 0;
  await page.route(url, async (route) => {
    count += 1;
    await gate.pass();
    await route.continue();
  });
  return { arrived: gate.arrived, letGo: gate.open, count: () => count };
}
