import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import type { ProcessStack } from '../support/built-stack.ts';
import { addFault, clearFaults, replaceResponse } from './support/faults.ts';
import { holdRequests } from './support/hold-requests.ts';
import { pressDeliberately } from './support/press-deliberately.ts';
import { revalidate } from './support/revalidate.ts';
import { screenTitle } from './support/screen-title.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toggle = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });

const chooseFirmware = (page: Page, name: string) => page.locator('label', { hasText: name }).click();

async function open(page: Page, stack: ProcessStack, router: string): Promise<void> {
  await signIn(page, stack, 'routers@example.com');
  await page.goto('/profile?profile_section=DEVICES');
  await page.getByRole('link', { name: `Configurations: ${router}` }).click();
  await screenTitle(page, 'Configurations').waitFor();
}

test('an existing router shows its settings read-only', async ({ page, stack }) => {
  await open(page, stack, 'Router 2');
  await expect(page.getByRole('radio', { name: /^Sweden, Stockholm/ })).toBeChecked();
  for (const name of ['Online Threat Shield', 'DNS Adblock']) {
    await expect(toggle(page, name)).toBeChecked();
    await expect(toggle(page, name)).toHaveAccessibleDescription(/You can’t change the settings for this device/);
    await toggle(page, name).press('Space');
    await expect(toggle(page, name)).toBeChecked();
  }
  await expect(page.getByText('This file matches your choices.')).toBeVisible();
});

const catalogCall = '/web/v1/shortcut/get-router-setup';
const unknownLocation = 'This location is no longer on our list';
const card = (page: Page, title: string) =>
  page.locator('.card').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

test('the layout does not shift while the location list loads', async ({ page, stack }) => {
  const held = await holdRequests(page, `**${catalogCall}`);
  await open(page, stack, 'Router 2');
  const cards = [card(page, 'Location'), card(page, 'What’s in this file')];
  await held.arrived;
  for (const each of cards) await expect(each.locator('.sk')).toBeVisible();
  await expect(button(page, 'Copy fingerprint')).toBeVisible();
  await expect(page.getByText(unknownLocation)).toHaveCount(0);
  const measure = () => Promise.all(cards.map(async (each) => (await each.boundingBox())?.height));
  const before = await measure();
  held.release();
  await expect(page.getByRole('radio', { name: /^Sweden, Stockholm/ })).toBeChecked();
  await expect(page.getByText('This file matches your choices.')).toBeVisible();
  await expect(page.locator('.sk')).toHaveCount(0);
  expect(await measure()).toEqual(before);
});

test('shows that a location is no longer available', async ({ page, stack }) => {
  await page.route(`**${catalogCall}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), shortcut_groups: [] } });
  });
  await open(page, stack, 'Router 2');
  await expect(card(page, 'Location')).toContainText(unknownLocation);
  await expect(page.locator('.sk')).toHaveCount(0);
});

test('downloads its file again', async ({ page, stack }) => {
  await open(page, stack, 'Router 1');
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download config file').click()]);
  expect(download.suggestedFilename()).toBe('Router 1_config.ovpn');
  expect(await readFile(await download.path(), 'utf8')).toContain('remote de-berlin');
  await expect(page.getByText('Configuration file downloaded successfully')).toBeVisible();
});

test('shows an error if no file is stored', async ({ page, stack }) => {
  await open(page, stack, 'Attic');
  await button(page, 'Download config file').click();
  await expect(page.getByText('Configuration file downloading failed. Please try again')).toBeVisible();
  await expect(page.getByText('No file is stored for this router')).toBeInViewport({ ratio: 1 });
});

test('a new name is saved and shown everywhere', async ({ page, stack }) => {
  await open(page, stack, 'Router 1');
  await button(page, 'Edit device name').click();
  const field = page.getByRole('textbox', { name: 'Device name' });
  await expect(field).toBeFocused();
  await field.fill('');
  await button(page, 'Save').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Enter a name' })).toBeVisible();
  await field.fill('Cellar');
  await button(page, 'Save').click();
  await expect(page.getByText('Device name changed successfully')).toBeVisible();
  await expect(button(page, 'Edit device name')).toBeFocused();
  await page.getByRole('link', { name: 'Devices management' }).click();
  await expect(page.getByRole('link', { name: 'Configurations: Cellar' })).toBeVisible();
});

test('Cancel and Esc keep the old name', async ({ page, stack }) => {
  await open(page, stack, 'Router 1');
  for (const leave of [() => button(page, 'Cancel').click(), () => page.keyboard.press('Escape')]) {
    await button(page, 'Edit device name').click();
    await page.getByRole('textbox', { name: 'Device name' }).fill('Cellar');
    await leave();
    await expect(page.getByText('Router 1', { exact: true })).toBeVisible();
  }
});

test('deleting asks first, then returns to the list with a notification', async ({ page, stack }) => {
  await open(page, stack, 'Living room');
  await button(page, 'Delete the device').click();
  await expect(page.getByRole('dialog')).toContainText('Living room');
  await button(page, 'Unlink device').click();
  // For four seconds, which begin before the account is loaded.
  await expect(page.getByText('Device was deleted')).toBeVisible();
  await expect(screenTitle(page, 'Devices')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Configurations: Living room' })).toHaveCount(0);
});

for (const [next, title] of [
  ['Billing', 'Billing'],
  ['Configurations: Router 1', 'Configurations'],
] as const) {
  test(`a deletion that ends after Back leaves the user where they are: ${next}`, async ({ page, stack }) => {
    await open(page, stack, 'Living room');
    await button(page, 'Delete the device').click();
    const held = await holdRequests(page, `**${calls.deleteRouter.path}`);
    await button(page, 'Unlink device').click();
    await held.arrived;
    await page.goBack();
    await page.getByRole('link', { name: next }).click();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    held.release();
    await expect(page.getByText('Device was deleted')).toBeVisible();
    await expect(screenTitle(page, title)).toBeVisible();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  });
}

test.describe('failures', () => {
  test.use({ expectedConsole: [/status of (404|500|503)/] });

  test('without the location list everything else works, and the list can be retried', async ({ page, stack }) => {
    // Without `retry-after`, which a 503 has: its retries alone would take ten seconds.
    await addFault(stack, { method: 'GET', path: catalogCall, status: 500 });
    await open(page, stack, 'Router 2');
    const alert = card(page, 'Location').getByRole('alert');
    await expect(alert).toContainText('We couldn’t load the locations');
    await expect(page.getByText(unknownLocation)).toHaveCount(0);
    await expect(button(page, 'Copy password')).toBeVisible();
    await expect(card(page, 'What’s in this file')).toContainText('se-stockholm');
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download config file').click()]);
    expect(download.suggestedFilename()).toBe('Router 2_config.ovpn');
    await clearFaults(stack);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('radio', { name: /^Sweden, Stockholm/ })).toBeChecked();
    await expect(page.getByText('This file matches your choices.')).toBeVisible();
  });

  test('a deleted router says so', async ({ page, stack }) => {
    await signIn(page, stack, 'routers@example.com');
    const screen = '/profile?profile_section=DEVICES&section=ROUTER&device_id=';
    await page.goto(`${screen}gone`);
    await expect(page.getByText('This router is no longer on your account')).toBeVisible();
  });
});

test.describe('a router whose configuration cannot be read', () => {
  test.use({ expectedConsole: [/status of (404|500)/] });
  const configurationCall = '/web/v1/account/get-router-configuration';

  for (const [status, body, title] of [
    [404, { code: 5, message: 'no configuration' }, 'We have no configuration for this router'],
    [500, { code: 13, message: 'broken' }, 'We couldn’t load the configuration'],
  ] as const) {
    test(`can be renamed, deleted and set up again: ${status}`, async ({ page, stack }) => {
      await addFault(stack, { method: 'POST', path: configurationCall, status, body });
      await open(page, stack, 'Router 1');
      await expect(page.getByRole('alert').filter({ hasText: title })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Credentials' })).toHaveCount(0);
      await expect(button(page, 'Download config file')).toHaveCount(0);
      await expect(button(page, 'Try again')).toHaveCount(status === 404 ? 0 : 1);
      await button(page, 'Edit device name').click();
      await page.getByRole('textbox', { name: 'Device name' }).fill('Cellar');
      await button(page, 'Save').click();
      await expect(page.getByText('Device name changed successfully')).toBeVisible();
      await page.getByRole('link', { name: 'Set up again with another location' }).click();
      await expect(page.getByRole('textbox', { name: 'Router name' })).toHaveValue('Cellar');
      await page.goBack();
      await button(page, 'Delete the device').click();
      await button(page, 'Unlink device').click();
      await expect(page.getByText('Device was deleted')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Configurations: Cellar' })).toHaveCount(0);
    });
  }

  test('credentials are shown only once they exist', async ({ page, stack }) => {
    await page.route(`**${configurationCall}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), node_login: '', node_password: null } });
    });
    await open(page, stack, 'Router 1');
    await expect(card(page, 'What’s in this file')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Credentials' })).toHaveCount(0);
    await chooseFirmware(page, 'OpenWRT');
    await expect(button(page, 'Copy username and password')).toHaveCount(0);
  });
});

test.describe('setting a router up again', () => {
  test.use({ expectedConsole: [[/status of 5\d\d/], { scope: 'test' }] });
  const again = (page: Page) => page.getByRole('link', { name: 'Set up again with another location' });
  const deleteCall = '/web/v1/shortcut/delete-router-configuration';
  const createCall = '/web/v1/account/download-router-configuration';

  async function downloadVienna(page: Page): Promise<void> {
    await page.getByRole('searchbox').fill('vienna');
    await page.getByRole('searchbox').press('Enter');
    await Promise.all([page.waitForEvent('download'), button(page, 'Download config file').click()]);
    await expect(page.getByRole('radio', { name: /^Austria, Vienna/ })).toBeChecked();
  }

  test('keeps its name and its slot', async ({ page, stack }) => {
    await open(page, stack, 'Router 1');
    await again(page).click();
    await expect(page.getByText('You’re replacing Router 1')).toBeVisible();
    await expect(page.getByText('Once the new file is ready, the old one stops working.')).toBeVisible();
    await downloadVienna(page);
    await page.getByRole('link', { name: 'Devices management' }).click();
    await expect(page.getByText('Connected 4 out of 6')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Configurations: Router 1' })).toHaveCount(1);
  });

  test('works without a free slot', async ({ page, stack }) => {
    await signIn(page, stack, 'devices-full@example.com');
    await page.goto('/profile?profile_section=DEVICES');
    await page.getByRole('link', { name: 'Configurations: Router 1' }).click();
    await again(page).click();
    await expect(page.getByText('All slots are in use')).toBeVisible();
    await addFault(stack, { method: 'POST', path: createCall, status: 500, times: 1 });
    await page.getByRole('searchbox').fill('vienna');
    await page.getByRole('searchbox').press('Enter');
    await button(page, 'Download config file').click();
    await expect(page.locator('main').getByRole('alert')).toContainText('Something went wrong');
    await expect(page.getByRole('textbox', { name: 'Router name' })).toHaveValue('Router 1');
    await clearFaults(stack);
    await downloadVienna(page);
    await page.getByRole('link', { name: 'Devices management' }).click();
    await expect(page.getByText('Connected 6 out of 6')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Configurations: Router 1' })).toHaveCount(1);
  });

  test('says so when the old entry could not be deleted', async ({ page, stack }) => {
    await open(page, stack, 'Router 1');
    await again(page).click();
    await addFault(stack, { method: 'DELETE', path: deleteCall, status: 500 });
    await downloadVienna(page);
    await expect(page.getByText('The old entry is still on your device list')).toBeVisible();
    await clearFaults(stack);
  });

  test('says nothing of the old entry if only the response to its deletion was lost, nor once the list is up to date', async ({
    page,
    stack,
  }) => {
    const kept = page.getByText('The old entry is still on your device list');
    await open(page, stack, 'Router 1');
    await again(page).click();
    await replaceResponse(page, deleteCall);
    await downloadVienna(page);
    await expect(page.getByRole('heading', { name: 'Configurations' })).toBeVisible();
    await expect(kept).toHaveCount(0);
    await again(page).click();
    await expect(page.getByText('You’re replacing Router 1')).toBeVisible();
    await addFault(stack, { ...calls.profile, status: 500 });
    await downloadVienna(page);
    await expect(kept).toBeVisible();
    await clearFaults(stack);
    await revalidate(page);
    await expect(kept).toHaveCount(0);
    await page.getByRole('link', { name: 'Devices management' }).click();
    await expect(page.getByRole('link', { name: 'Configurations: Router 1' })).toHaveCount(1);
    await page.unrouteAll({ behavior: 'wait' });
  });
});

test('each firmware has its steps, with the server from the file', async ({ page, stack }) => {
  await open(page, stack, 'Router 1');
  await expect(page.getByText('Open router.asus.com')).toBeVisible();
  await chooseFirmware(page, 'Tomato');
  await expect(page.getByText(/Server: de-berlin\.nodes\.skerry\.example, port: 443/)).toBeVisible();
  await chooseFirmware(page, 'OpenWRT');
  await expect(page.getByText(/luci-app-openvpn/)).toBeVisible();
  await chooseFirmware(page, 'DD-WRT');
  await expect(page.getByText(/CONNECTED SUCCESS/)).toBeVisible();
});

test('a button copies each value for the router’s admin page', async ({ page, stack, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, stack, 'Router 1');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await chooseFirmware(page, 'DD-WRT');
  for (const [name, first] of [
    ['ca', /^-----BEGIN CERTIFICATE-----\n/],
    ['cert', /^-----BEGIN CERTIFICATE-----\n/],
    ['key', /^-----BEGIN (EC )?PRIVATE KEY-----\n/],
  ] as const) {
    await pressDeliberately(button(page, `Copy ${name}`));
    await expect.poll(clipboard).toMatch(first);
    await expect(button(page, `Copy ${name}`)).toHaveCount(0);
  }
  await chooseFirmware(page, 'OpenWRT');
  await pressDeliberately(button(page, 'Copy username and password'));
  await expect.poll(clipboard).toMatch(/^\S+\n\S+\n$/);
});

test('prints name, server, credentials and steps, without controls', async ({ page, stack }) => {
  await open(page, stack, 'Router 1');
  await page.emulateMedia({ media: 'print' });
  for (const text of ['Router 1', 'de-berlin.nodes.skerry.example', 'Username', 'Password', 'AsusWRT']) {
    await expect(page.getByText(text, { exact: true }).filter({ visible: true }).first()).toBeVisible();
  }
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
});

for (const name of ['AsusWRT', 'DD-WRT', 'OpenWRT', 'Tomato']) {
  test(`${name} prints on one page in German, the longest language`, async ({ page, stack }) => {
    await page.context().addCookies([{ name: 'locale', value: 'de', url: stack.origin }]);
    await signIn(page, stack, 'routers@example.com');
    await page.goto('/profile?profile_section=DEVICES');
    await page.getByRole('link', { name: 'Router 1' }).click();
    await chooseFirmware(page, name);
    const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  });
}
