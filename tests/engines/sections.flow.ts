import { Key } from 'selenium-webdriver';
import { anna, expect, signIn, test } from './support/flow.ts';

const sections = [
  ['ACCOUNT', 'Account'],
  ['BILLING', 'Billing'],
  ['DEVICES', 'Devices'],
  ['REFERAL', 'Refer a friend'],
] as const;

const accounts = [
  anna,
  'free@example.com',
  'free-coupon@example.com',
  'grace@example.com',
  'setapp@example.com',
  'guest@example.com',
  'citizen@example.com',
  'active-paypal@example.com',
  'play-store@example.com',
  'devices-full@example.com',
  'referral-active-5@example.com',
  'odd-dates@example.com',
];

for (const email of accounts) {
  test(`every section of ${email} fits 360 and 1280 px`, async ({ page, sandbox, browser }) => {
    await signIn(page, sandbox, email);
    for (const width of [1280, 360]) {
      await browser.setSize(width, 800);
      for (const [section] of sections) {
        await page.goto(`/profile?profile_section=${section}`);
        await expect.poll(() => page.heading()).not.toBe('');
        await expect.poll(() => page.run('return document.querySelector("main .skeleton") === null')).toBe(true);
        const wide = await page.run(
          'return document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        expect(wide, `${section} at ${width} px`).toBeLessThanOrEqual(0);
      }
    }
  });
}

const dialogs = [
  ['ACCOUNT', 'Delete account', 'Delete your account?', anna],
  ['ACCOUNT', 'Change email', 'Check your email', anna],
  ['BILLING', 'Cancel subscription', 'Cancel subscription?', anna],
  ['BILLING', 'Cancel subscription', 'Cancel subscription', 'play-store@example.com'],
  ['BILLING', 'Renew subscription', 'Renew subscription?', 'canceled@example.com'],
  ['BILLING', 'Change payment method', 'Change payment method', 'active-card@example.com'],
  ['BILLING', 'Verify with Diia', 'Verify your citizenship', 'verify-me@example.com'],
  ['DEVICES', 'Add new device', 'Add new device', anna],
  ['DEVICES', 'Download the app', 'Download the app', anna],
  ['DEVICES', 'Unlink device: Pixel 8', 'Unlink this device?', anna],
] as const;

for (const [section, name, title, email] of dialogs) {
  test(`“${name}” opens and closes by keyboard for ${email}, and the focus comes back`, async ({ page, sandbox }) => {
    await signIn(page, sandbox, email);
    await page.goto(`/profile?profile_section=${section}`);
    await page.tabTo('button', name);
    await page.press(Key.ENTER);
    await page.showsDialog(title);
    const inside = () =>
      page.run<boolean>('return document.querySelector("dialog:modal").contains(document.activeElement)');
    await expect.poll(inside).toBe(true);
    await page.press(Key.ESCAPE);
    await page.showsDialog(null);
    await page.focuses('button', name);
  });
}
