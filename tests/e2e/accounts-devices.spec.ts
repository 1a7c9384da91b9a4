import type { Page } from '@playwright/test';
import { describeReadyAccounts } from '../../sandbox/world/accounts/ready-accounts.ts';
import { expectedSections } from './account-expectations.ts';
import { devicesOf } from './device-expectations.ts';
import { checkControls } from './support/check-controls.ts';
import { checkCutTexts, checkTargetSizes } from './support/check-page.ts';
import { readDevices } from './support/read-sections.ts';
import { signInByToken } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const devices = '/profile?profile_section=DEVICES';
const emails = describeReadyAccounts((days) => Date.now() + days * 86_400_000)
  .map(({ email }) => email)
  .filter((email) => expectedSections[email] !== 'restore');

const views = [
  { width: 360, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;

/** Devices, and what the plan's button does. accounts.spec.ts reads the devices of all accounts. */
const kindOf = (email: string): string => {
  const expected = expectedSections[email];
  return JSON.stringify([devicesOf(email), typeof expected === 'object' && expected.billing.action]);
};
const firstOfTheirKind = emails.filter((email) => emails.find((other) => kindOf(other) === kindOf(email)) === email);

for (const email of firstOfTheirKind) {
  test(`${email}: Devices and the router setup are consistent, and nothing is cut off`, async ({ page, stack }) => {
    await signInByToken(page, stack, email);
    await page.goto(devices);
    await expect.poll(() => readDevices(page)).toEqual(devicesOf(email));
    await checkViews(page);
    for (const name of devicesOf(email).routers ?? []) {
      await page.getByRole('link', { name: `Configurations: ${name}` }).click();
      await expect(page.getByRole('button', { name: 'Delete the device' })).toBeVisible();
      await expect(page.locator('.sk')).toHaveCount(0);
      await checkControls(page);
      await checkViews(page);
      await page.goto(devices);
    }
    await page.goto(`${devices}&section=ROUTER`);
    await expect(page.getByRole('searchbox')).toBeVisible();
    await checkControls(page);
    await checkViews(page);
    // Premium locations name the payment exactly where there is no subscription.
    await page.getByRole('searchbox').fill('Norway');
    await page.getByRole('searchbox').press('Enter');
    await expect(page.locator('.sticky-bar')).toContainText('Norway, Oslo');
    const pays = await page.locator('.sticky-bar').getByText('payment page').isVisible();
    expect(pays).toBe(!(await hasPremium(page)));
  });
}

/** Whether the profile has a subscription that gives access to Premium locations. */
const hasPremium = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const response = await fetch('/web/v1/profile?include_payment_data=true');
    const { profile } = await response.json();
    return profile.subscription?.hasActiveSubscription === true;
  });

async function checkViews(page: Page): Promise<void> {
  for (const { width, colorScheme } of views) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
    await checkCutTexts(page);
    await checkTargetSizes(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}
