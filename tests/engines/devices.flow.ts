import { Key } from 'selenium-webdriver';
import { anna, expect, signIn, test } from './support/flow.ts';

test('the dialog for a new device shows a code, and its tabs move with the arrows', async ({ page, sandbox }) => {
  await signIn(page, sandbox, anna);
  await page.goto('/profile?profile_section=DEVICES&add_new_device');
  await page.showsDialog('Add new device');
  await expect.poll(() => page.run('return document.querySelector("dialog [role=img] svg") !== null')).toBe(true);
  await page.tabTo('tab', 'Desktop');
  await page.press(Key.ARROW_RIGHT);
  await page.focuses('tab', 'Mobile');
  await page.find('link', 'App Store');
});

test('the dialog about the device limit unlinks a device by keyboard and goes on', async ({ page, sandbox }) => {
  await signIn(page, sandbox, 'devices-full@example.com');
  await page.goto('/profile?profile_section=DEVICES&add_new_device');
  await page.showsDialog('Device limit reached');
  await page.tabTo('button', /Old phone/);
  await page.press(Key.ENTER);
  await page.showsDialog('Unlink this device?');
  await page.tabTo('button', 'Unlink device');
  await page.press(Key.ENTER);
  await page.showsDialog('Device limit reached');
  await page.tabTo('button', 'Continue');
  await page.press(Key.ENTER);
  await page.showsDialog('Add new device');
  await page.press(Key.ESCAPE);
  await page.showsDialog(null);
});

test('pairing opens the app, and what it downloads where there is none', async ({ page, sandbox, browser }) => {
  const earlier = (await browser.listOpenedApps()).length;
  await signIn(page, sandbox, anna);
  await page.goto('/profile?profile_section=DEVICES&add_new_device');
  await page.click('button', 'Pair device');
  const opened = async () => (await browser.listOpenedApps()).slice(earlier);
  await expect.poll(opened).toHaveLength(1);
  expect((await opened())[0]).toMatch(/^skerry:\/\/pair\?token=/);
});

test('a router is renamed and deleted', async ({ page, sandbox }) => {
  await signIn(page, sandbox, 'odd-spelling@example.com');
  await page.goto('/profile?profile_section=DEVICES');
  await page.click('link', 'Configurations: Box');
  await page.shows('Configurations');
  await page.click('button', 'Edit device name');
  await page.fill('Device name', 'Attic');
  await page.press(Key.ENTER);
  await page.sees('Device name changed successfully');
  await page.click('button', 'Delete the device');
  await page.click('button', /Delete|Unlink/);
  await page.shows('Devices');
  await page.seesNot('Attic');
});

test('leaving a started router asks first, by keyboard, and the focus comes back', async ({ page, sandbox }) => {
  await signIn(page, sandbox, anna);
  await page.goto('/profile?profile_section=DEVICES&section=ROUTER');
  await page.fill('Router name', 'Summer house');
  await page.tabTo('link', 'Billing');
  await page.press(Key.ENTER);
  await page.showsDialog('Are you sure you want to leave the page?');
  await page.press(Key.ESCAPE);
  await page.showsDialog(null);
  await page.shows('Manual router setup');
  await page.focuses('link', 'Billing');
});

test('the search knows names in other languages', async ({ page, sandbox }) => {
  await signIn(page, sandbox, anna);
  await page.goto('/profile?profile_section=DEVICES&section=ROUTER');
  await page.fill('Search for a country or city', 'Deutschland');
  await page.seesNot('Australia');
  await page.find('button', /^Germany/);
});
