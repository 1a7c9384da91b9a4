import type { Page } from '@playwright/test';
import { describeReadyAccounts } from '../../sandbox/world/accounts/ready-accounts.ts';
import { type Sight, sights } from './account-sights.ts';
import { signInByToken } from './support/accounts.ts';
import { checkPage } from './support/check-page.ts';
import { drawAccount } from './support/draw-account.ts';
import { readAccount, readBilling } from './support/read-sight.ts';
import { expect, test } from './support/test.ts';

const emails = describeReadyAccounts((days) => Date.now() + days * 86_400_000).map(({ email }) => email);

type Section = 'account' | 'billing';
const sections: readonly Section[] = ['account', 'billing'];

/** What a section is made of, whatever it says. A section made of the same as one before needs no second look for everybody's sake. */
const describeParts = (email: string, section: Section): string => {
  const sight = sights[email];
  return typeof sight === 'object' ? [section, ...Object.keys(sight[section]).sort()].join() : String(sight);
};
const isFirstOfItsParts = (email: string, section: Section): boolean =>
  emails.find((other) => describeParts(other, section) === describeParts(email, section)) === email;

test('every account that is described is one of the sandbox’s', () => {
  expect(Object.keys(sights).sort()).toEqual([...emails].sort());
});

for (const email of emails) {
  const sight: Sight | undefined = sights[email];
  test.describe(email, () => {
    // The refusal of a deleted account’s profile.
    test.use({ expectedConsole: [sight === 'restore' ? [/status of 400/] : [], { scope: 'test' }] });
    test(`${email} sees its account and its plan, and nothing that is not its own`, async ({ page, stack }) => {
      await signInByToken(page, stack, email);
      for (const section of sections) {
        await open(page, section);
        const drawn = await drawAccount(page, email, section);
        if (sight === 'restore') await expectRestore(page);
        else if (section === 'account') await expect.poll(() => readAccount(page)).toEqual(sight?.account);
        else await expect.poll(() => readBilling(page)).toEqual(sight?.billing);
        if (!drawn && isFirstOfItsParts(email, section)) await checkPage(page);
      }
    });
  });
}

/** The first section by its address, which has it loaded; the second by its link, where there is one. */
async function open(page: Page, section: Section): Promise<void> {
  const link = page.getByRole('link', { name: 'Billing' });
  if (section === 'billing' && (await link.isVisible())) await link.click();
  else await page.goto(`/profile?profile_section=${section.toUpperCase()}`);
  const title = page.getByRole('heading', { level: 1, name: section === 'account' ? 'Account' : 'Billing' });
  await expect(title.or(page.getByRole('dialog'))).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
}

async function expectRestore(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Wait a minute...' });
  await expect(dialog.getByRole('button', { name: 'Restore account' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Try other credentials' })).toBeVisible();
}
