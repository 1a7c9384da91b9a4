import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Key } from 'selenium-webdriver';
import { enterCard, inBankFrame, openCardForm } from './support/card-form.ts';
import { anna, expect, readCode, signIn, test } from './support/flow.ts';

test('a visitor signs in by keyboard with the code of the mail', async ({ page, sandbox }) => {
  await page.goto('/');
  await page.shows('Sign in');
  await page.tabTo('field', 'Email');
  await page.type(anna);
  await page.press(Key.ENTER);
  await page.focuses('field', '6-digit code');
  await page.type(await readCode(sandbox, anna));
  await page.shows('Account');
  await page.sees(anna);
  await expect.poll(() => page.focused()).toBe('Account');
});

test('signing out ends the session in every tab, and Back shows nothing of it', async ({ page, sandbox }) => {
  await signIn(page, sandbox, anna);
  await page.goto('/profile');
  await page.sees(anna);
  await page.click('link', 'Devices');
  await page.shows('Devices');
  await page.inNewTab(async () => {
    await page.goto('/profile');
    await page.sees(anna);
    await page.click('button', 'Sign out');
    await page.shows('Sign in');
  });
  await page.shows('Sign in');
  await page.driver.navigate().back();
  await page.shows('Sign in');
  await page.seesNot(anna);
});

test('an expired access token is refreshed unseen', async ({ page, sandbox }) => {
  await signIn(page, sandbox, anna);
  await sandbox.expireTokens();
  await page.goto('/profile');
  await page.sees(anna);
});

test('a refused session ends at the sign-in page, which says so', async ({ page, sandbox, expectedErrors }) => {
  expectedErrors.push(/401/);
  await signIn(page, sandbox, anna);
  await sandbox.expireTokens('refuse');
  await page.goto('/profile');
  await page.sees('You were signed out. Please sign in again.');
});

test('the intended page is there after the sign-in', async ({ page, sandbox }) => {
  await page.goto('/profile?profile_section=BILLING');
  await page.shows('Sign in');
  await page.fill('Email', anna);
  await page.press(Key.ENTER);
  await page.focuses('field', '6-digit code');
  await page.type(await readCode(sandbox, anna));
  await page.shows('Billing');
  await page.isAt('/profile?profile_section=BILLING');
});

test('a chosen language is there again after a reload', async ({ page }) => {
  await page.goto('/enter');
  await page.shows('Sign in');
  await page.select('Language', 'uk');
  await page.shows('Увійти');
  await page.goto('/enter');
  await page.shows('Увійти');
});

test('a subscription is canceled and renewed', async ({ page, sandbox }) => {
  await signIn(page, sandbox, anna);
  await page.goto('/profile?profile_section=BILLING');
  await page.click('button', 'Cancel subscription');
  await page.showsDialog('Cancel subscription?');
  await page.clickDeliberately('button', 'Cancel subscription');
  await page.sees('We’ve cancelled');
  await page.click('button', 'Close');
  await page.click('button', 'Renew subscription');
  await page.showsDialog('Renew subscription?');
  await page.clickDeliberately('button', 'Renew subscription');
  await page.showsDialog(null);
  await page.find('button', 'Cancel subscription');
});

test('a card that asks the bank is saved after its confirmation', async ({ page, sandbox }) => {
  await signIn(page, sandbox, 'active-card@example.com');
  await openCardForm(page);
  await enterCard(page, '4000002500003155');
  await page.click('button', 'Save card');
  await inBankFrame(page, () => page.click('button', 'Complete'));
  await page.sees('Visa •••• 3155');
});

test('a router is set up by keyboard, down to its file', async ({ page, sandbox, browser }) => {
  await signIn(page, sandbox, anna);
  await page.goto('/profile?profile_section=DEVICES&section=ROUTER');
  await page.shows('Manual router setup');
  await page.tabTo('field', 'Router name');
  await page.type('Summer house');
  await page.tabTo('field', 'Search for a country or city');
  await page.type('germany');
  await page.seesNot('Australia');
  await page.press(Key.ARROW_DOWN, Key.ARROW_RIGHT, Key.ARROW_DOWN, Key.SPACE);
  await page.sees(/Germany, \p{L}/u);
  await page.tabTo('button', 'Download config file');
  await page.press(Key.ENTER);
  await page.shows('Configurations');
  const files = () => readdir(browser.downloads).catch(() => []);
  await expect.poll(files).toContain('Summer_house_config.ovpn');
  const file = path.join(browser.downloads, 'Summer_house_config.ovpn');
  await expect.poll(() => readFile(file, 'utf8')).toMatch(/^remote de-\w+\.nodes\.skerry\.example 443$/m);
});

test('a device is unlinked, and the focus stays beside it', async ({ page, sandbox }) => {
  await signIn(page, sandbox, anna);
  await page.goto('/profile?profile_section=DEVICES');
  await page.click('button', 'Unlink device: Living room PC');
  await page.showsDialog('Unlink this device?');
  await page.click('button', 'Unlink device');
  await page.showsDialog(null);
  await page.sees('Connected 3 out of 6');
  await page.focuses('button', 'Unlink device: Pixel 8');
});

test('a hand-off opens the app once', async ({ page, browser }) => {
  const earlier = (await browser.listOpenedApps()).length;
  await page.goto('/h/to-app?app_url=skerry%3A%2F%2Fopen&plan=binge');
  await page.shows('Open the app');
  await page.sees('It seems, you don’t have the app installed yet');
  const opened = async () => (await browser.listOpenedApps()).slice(earlier);
  await expect.poll(opened).toEqual(['skerry://open?plan=binge']);
});
