import type { Page } from '@playwright/test';
import { holdRequests } from './support/hold-requests.ts';
import { screenTitle } from './support/screen-title.ts';
import { signInByToken } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const profile = '**/web/v1/profile*';
const coupon = '**/web/v1/store/coupon/get-account-coupon';

const loads = [
  { section: 'Account', email: 'anna.lindqvist@example.com', slow: profile, says: 'Loading your account…' },
  { section: 'Billing', email: 'anna.lindqvist@example.com', slow: profile, says: 'Loading your plan…' },
  { section: 'Billing', email: 'free@example.com', slow: coupon, says: 'Loading your plan…' },
];

/** Freezes the one-second wait for the coupon, so that a slow machine still shows the skeleton. */
const disableCouponTimeout = `
  const setTimer = window.setTimeout;
  window.setTimeout = (run, ms, ...rest) => (ms === 1000 ? 0 : setTimer(run, ms, ...rest));
`;

/** Positions and heights of a section's title and cards, in whole px. */
const measure = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.querySelectorAll('main .page-head, main .card, main .plan')]
      .map((card) => card.getBoundingClientRect())
      .filter(({ height }) => height > 0)
      .map(({ top, height }) => `${Math.round(top)} + ${Math.round(height)}`);
  });

for (const { section, email, slow, says } of loads) {
  for (const width of [390, 1280]) {
    test(`the skeleton of ${section} has the size of the loaded section: ${email}, ${width} px wide`, async ({
      page,
      stack,
    }) => {
      await page.addInitScript(disableCouponTimeout);
      await page.setViewportSize({ width, height: 844 });
      await signInByToken(page, stack, email);
      // A page that loads its fonts too late keeps the system's, in which an email may need a second line.
      await page.goto('/auth/already-used');
      await page.evaluate(() => document.fonts.ready);
      const held = await holdRequests(page, slow);
      await page.goto(`/profile?profile_section=${section.toUpperCase()}`);
      await held.arrived;
      const skeleton = page.locator('main .skeleton');
      await expect(skeleton.getByRole('status')).toHaveText(says);
      await expect(skeleton).toHaveCSS('animation-delay', '0.2s');
      const outlined = await measure(page);
      held.release();
      await expect(screenTitle(page, section)).toBeVisible();
      await expect(skeleton).toHaveCount(0);
      expect(outlined).toEqual(await measure(page));
    });
  }
}
