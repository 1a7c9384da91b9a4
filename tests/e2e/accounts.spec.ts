import type { Page } from '@playwright/test';
import { describeReadyAccounts } from '../../sandbox/world/accounts/ready-accounts.ts';
import { findContradictions } from '../support/contradictions.ts';
import { type ExpectedSections, expectedSections } from './account-expectations.ts';
import { describedDevices, devicesOf } from './device-expectations.ts';
import { describedReferrals, referralOf } from './referral-expectations.ts';
import { checkControls } from './support/check-controls.ts';
import { checkCutTexts, checkPage, expectNoSidewaysScrolling } from './support/check-page.ts';
import { readAccount, readBilling, readDevices, readReferral } from './support/read-sections.ts';
import { screenTitle } from './support/screen-title.ts';
import { screenshotAccount } from './support/screenshot-account.ts';
import { signInByToken } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const emails = describeReadyAccounts((days) => Date.now() + days * 86_400_000).map(({ email }) => email);

type Section = 'account' | 'billing';
const sections: readonly Section[] = ['account', 'billing'];

/** A missing value or a raw text key. */
const unspecific =
  /\b(undefined|NaN|(?<!-)null|Infinity|Invalid Date)\b|\{\{|\b(planSentence|billing|referral|account)\.\w/;

/** The structure of a section without its texts. Accessibility is checked once per structure. */
const describeParts = (email: string, section: Section): string => {
  const expected = expectedSections[email];
  return typeof expected === 'object' ? [section, ...Object.keys(expected[section]).sort()].join() : String(expected);
};
const isFirstOfItsParts = (email: string, section: Section): boolean =>
  emails.find((other) => describeParts(other, section) === describeParts(email, section)) === email;

test('every described account exists in the sandbox', () => {
  expect(Object.keys(expectedSections).sort()).toEqual([...emails].sort());
  expect([...describedReferrals, ...describedDevices].filter((email) => !emails.includes(email))).toEqual([]);
});

for (const email of emails) {
  const expected: ExpectedSections | undefined = expectedSections[email];
  test.describe(email, () => {
    // The refused profile of a deleted account.
    test.use({ expectedConsole: [expected === 'restore' ? [/status of 400/] : [], { scope: 'test' }] });
    test(`${email} sees exactly the details of its state, complete at 360 and 1280 px`, async ({ page, stack }) => {
      await signInByToken(page, stack, email);
      const texts: string[] = [];
      for (const section of sections) {
        await open(page, section);
        const drawn = await screenshotAccount(page, email, section);
        if (expected === 'restore') await expectRestore(page);
        else if (section === 'account') await expect.poll(() => readAccount(page)).toEqual(expected?.account);
        else await expect.poll(() => readBilling(page)).toEqual(expected?.billing);
        if (!drawn && isFirstOfItsParts(email, section)) await checkPage(page);
        if (!drawn) texts.push(await checkSection(page, section));
      }
      if (process.env.GALLERY_FOLDER || expected === 'restore') return;
      await page.getByRole('link', { name: 'Devices' }).click();
      await expect.poll(() => readDevices(page)).toEqual(devicesOf(email));
      await checkControls(page);
      const referral = referralOf(email);
      await expect(page.getByRole('link', { name: 'Referral' })).toHaveCount(referral ? 1 : 0);
      if (referral) {
        await page.getByRole('link', { name: 'Referral' }).click();
        await expect(screenTitle(page, 'Refer a friend')).toBeVisible();
        await expect.poll(() => readReferral(page)).toEqual(referral);
        texts.push(await checkSection(page, 'referral'));
      }
      expect(findContradictions(texts), 'contradictions').toEqual([]);
    });
  });
}

/** Opens the first section by URL, and the second by its link if there is one. */
async function open(page: Page, section: Section): Promise<void> {
  const link = page.getByRole('link', { name: 'Billing' });
  if (section === 'billing' && (await link.isVisible())) await link.click();
  else await page.goto(`/profile?profile_section=${section.toUpperCase()}`);
  const title = screenTitle(page, section === 'account' ? 'Account' : 'Billing');
  await expect(title.or(page.getByRole('dialog'))).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
}

/**
 * Nothing is missing, cut off, outside the screen or without an effect on a narrow phone and on a desktop.
 * @returns the section's text
 */
async function checkSection(page: Page, section: string): Promise<string> {
  const text = await page.getByRole('main').innerText();
  expect(text, section).not.toMatch(unspecific);
  await checkControls(page);
  const before = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const width of [360, 1280]) {
    await page.setViewportSize({ ...before, width });
    await checkCutTexts(page);
    await expectNoSidewaysScrolling(page, `${section} at ${width} px`);
  }
  await page.setViewportSize(before);
  return text;
}

async function expectRestore(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Wait a minute...' });
  await expect(dialog.getByRole('button', { name: 'Restore account' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Try other credentials' })).toBeVisible();
}
