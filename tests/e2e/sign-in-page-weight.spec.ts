import { expect, test } from './support/test.ts';

/** Bytes, compressed with Brotli. */
const limit = 95_000;

/** Visitors see the sign-in page at all of them. */
for (const path of ['/enter', '/enter/email', '/profile']) {
  test(`${path} shows the sign-in page with at most 95 kB of JavaScript and no schema validator`, async ({ page }) => {
    await page.goto(path, { waitUntil: 'networkidle' });
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry): entry is PerformanceResourceTiming => /\.js($|\?)/.test(entry.name))
        .map(({ name, encodedBodySize }) => ({ name, encodedBodySize })),
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter(({ name }) => /responses/.test(name))).toEqual([]);
    const total = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    expect(total).toBeGreaterThan(40_000);
    expect(total).toBeLessThanOrEqual(limit);
  });
}
