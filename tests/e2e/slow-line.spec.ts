import type { CDPSession, Page } from '@playwright/test';
import { screenTitle } from './support/screen-title.ts';
import { signInByToken } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/**
 * `limit` is in bytes over the network, with headers. `last` is the file that the page fetches last, when it is idle.
 */
const visits = [
  { path: '/enter', email: null, limit: 147_000, last: /^\/assets\/index-.*\.js$/ },
  { path: '/profile', email: 'anna.lindqvist@example.com', limit: 188_000, last: /^\/assets\/responses-.*\.js$/ },
] as const;

interface Fetched {
  readonly address: string;
  /** With headers; 0 from the cache. */
  readonly bytes: number;
}

/** Everything that the page and its later parts fetch over the network. */
async function recordFetched(page: Page): Promise<Fetched[]> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const fetched: Fetched[] = [];
  const addresses = new Map<string, string>();
  const cached = new Set<string>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url));
  cdp.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) cached.add(requestId);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!cached.has(requestId)) {
      fetched.push({ address: new URL(addresses.get(requestId) ?? '').pathname, bytes: encodedDataLength });
    }
  });
  return fetched;
}

async function isHydrated(page: Page): Promise<void> {
  await expect(page.locator('html')).not.toHaveAttribute('data-prerendered');
  await expect(screenTitle(page)).toBeVisible();
}

for (const { path, email, limit, last } of visits) {
  test(`${path} loads at most ${limit / 1000} kB, and the next visit loads every file from the cache`, async ({
    page,
    stack,
  }) => {
    if (email) await signInByToken(page, stack, email);
    const first = await recordFetched(page);
    await page.goto(path, { waitUntil: 'networkidle' });
    await isHydrated(page);
    // A slow page has pauses as long as those that count as an idle network.
    await expect.poll(() => first.some(({ address }) => last.test(address))).toBe(true);
    const total = first.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(first.map(({ address }) => address)).toContain(path);
    expect(total).toBeGreaterThan(100_000);
    expect(total, JSON.stringify(first, null, 1)).toBeLessThanOrEqual(limit);
    first.length = 0;
    await page.goto(path, { waitUntil: 'networkidle' });
    await isHydrated(page);
    expect(first.map(({ address }) => address).filter((address) => address.startsWith('/assets/'))).toEqual([]);
    expect(first.map(({ address }) => address)).toContain(path);
  });
}

const limitLine = (cdp: CDPSession) =>
  cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 400_000 / 8,
    uploadThroughput: 400_000 / 8,
  });

test('at 400 kbit/s and 400 ms the sign-in page is painted within 1.6 s and usable within 6 s', async ({ page }) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await limitLine(cdp);
  // Taken by the page itself, without the time until a test looks again.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (!document.documentElement.dataset.prerendered) performance.mark('usable');
    }).observe(document, { subtree: true, attributeFilter: ['data-prerendered'] });
  });
  await page.goto('/enter', { waitUntil: 'commit' });
  await isHydrated(page);
  const usable = await page.evaluate(() => performance.getEntriesByName('usable')[0]?.startTime);
  const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  expect(painted).toBeLessThan(1_600);
  expect(usable).toBeLessThan(6_000);
});
