import type { Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import { addFault, loseResponse } from './support/faults.ts';
import { holdRequests } from './support/hold-requests.ts';
import { listRequests } from './support/list-requests.ts';
import { screenTitle } from './support/screen-title.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const anna = 'anna.lindqvist@example.com';
const devices = '/profile?profile_section=DEVICES';
const unlinkCall = '/web/v1/account/device';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const tiles = (page: Page) => page.getByRole('list', { name: 'Connected devices' }).getByRole('listitem');
const counter = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

async function open(page: Page, email: string, stack: Parameters<typeof signIn>[1], path = devices): Promise<void> {
  await signIn(page, stack, email);
  await page.goto(path);
  await screenTitle(page).waitFor();
}

test('the list shows each device with platform and model, and how many of the slots are used', async ({
  page,
  stack,
}) => {
  await open(page, anna, stack);
  await expect(counter(page, 'Connected 4 out of 6')).toBeVisible();
  await expect(tiles(page)).toHaveText([
    /Anna’s MacBook Pro.*macOS · MacBookPro18,3/,
    /Anna’s iPhone.*iOS · iPhone 15/,
    /Living room PC.*Windows · DESKTOP-7Q2K/,
    /Pixel 8.*Android · Pixel 8/,
    'Add new device',
  ]);
});

test('unlinking names the device, updates list and counter, and moves focus next to it', async ({ page, stack }) => {
  await open(page, anna, stack);
  await button(page, 'Unlink device: Living room PC').click();
  await expect(dialog(page)).toContainText('Living room PC');
  await button(page, 'Unlink device').click();
  await expect(page.getByText('Device was deleted')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(counter(page, 'Connected 3 out of 6')).toBeVisible();
  await expect(tiles(page).filter({ hasText: 'Living room PC' })).toHaveCount(0);
  await expect(button(page, 'Unlink device: Pixel 8')).toBeFocused();
});

test('Esc and Cancel keep the device and restore focus', async ({ page, stack }) => {
  await open(page, anna, stack);
  const opener = button(page, 'Unlink device: Pixel 8');
  for (const leave of [() => page.keyboard.press('Escape'), () => button(page, 'Cancel').click()]) {
    await opener.click();
    await expect(dialog(page)).toBeVisible();
    await leave();
    await expect(dialog(page)).toBeHidden();
    await expect(opener).toBeFocused();
  }
  expect(await listRequests(stack, unlinkCall)).toEqual([]);
});

test.describe('failures', () => {
  test.use({ expectedConsole: [/status of (404|50\d)|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET/] });

  test('unlinking a device that another tab has unlinked succeeds', async ({ page, stack, context }) => {
    await open(page, anna, stack);
    await button(page, 'Unlink device: Pixel 8').click();
    const other = await context.newPage();
    await other.goto(devices);
    await button(other, 'Unlink device: Pixel 8').click();
    await button(other, 'Unlink device').click();
    await expect(counter(other, 'Connected 3 out of 6')).toBeVisible();
    await button(page, 'Unlink device').click();
    await expect(dialog(page)).toBeHidden();
    await expect(counter(page, 'Connected 3 out of 6')).toBeVisible();
  });

  test('unlinking succeeds if only its response is lost, also in another tab', async ({ page, context, stack }) => {
    await open(page, anna, stack);
    const other = await context.newPage();
    await other.goto(devices);
    await expect(counter(other, 'Connected 4 out of 6')).toBeVisible();
    await loseResponse(page, unlinkCall);
    await button(page, 'Unlink device: Pixel 8').click();
    await button(page, 'Unlink device').click();
    await expect(dialog(page)).toBeHidden();
    for (const tab of [page, other]) await expect(counter(tab, 'Connected 3 out of 6')).toBeVisible();
  });

  for (const { fault, response, says } of [
    { fault: 'an error', response: { status: 500 }, says: 'Device deletion failed. Please try again' },
    { fault: 'a lost response', response: { reset: true }, says: 'the device may or may not have been unlinked' },
  ])
    for (const { what, email, call } of [
      { what: 'a device', email: anna, call: calls.unlinkDevice },
      { what: 'a router', email: 'routers@example.com', call: calls.deleteRouter },
    ])
      test(`after ${fault}, a toast tells a user who has left the dialog that unlinks ${what}`, async ({
        page,
        stack,
      }) => {
        await open(page, email, stack, '/profile');
        await page.getByRole('link', { name: 'Devices' }).click();
        await button(page, /^Unlink device: /)
          .first()
          .click();
        await addFault(stack, { method: call.method, path: call.path, ...response, times: 1 });
        const held = await holdRequests(page, `**${call.path}`);
        await button(page, 'Unlink device').click();
        await held.arrived;
        await page.goBack();
        await expect(screenTitle(page, 'Account')).toBeVisible();
        held.release();
        await expect(page.getByRole('alert').filter({ hasText: says })).toBeVisible();
      });
});

test('unlinking in one tab updates the other', async ({ page, stack, context }) => {
  await open(page, anna, stack);
  const other = await context.newPage();
  await other.goto(devices);
  await button(other, 'Unlink device: Pixel 8').click();
  await button(other, 'Unlink device').click();
  await expect(counter(page, 'Connected 3 out of 6')).toBeVisible();
});

test('at the limit there is no add button, and the page says what to do', async ({ page, stack }) => {
  await open(page, 'devices-full@example.com', stack);
  await expect(counter(page, 'Connected 6 out of 6')).toBeVisible();
  await expect(button(page, 'Add new device')).toHaveCount(0);
  await expect(page.getByText('You’ve reached your device limit. Unlink a device to add another one.')).toBeVisible();
});

test('an empty list says so and offers to add the first device', async ({ page, stack }) => {
  await open(page, 'no-devices@example.com', stack);
  await expect(page.getByRole('heading', { name: 'No devices yet' })).toBeVisible();
  await button(page, 'Add new device').click();
  await expect(dialog(page).getByRole('heading', { name: 'Add new device' })).toBeVisible();
});

test('a link that adds a device at the limit first asks to free a slot, then continues', async ({ page, stack }) => {
  await open(page, 'devices-full@example.com', stack, '/profile?add_new_device=mobile');
  await expect(dialog(page).getByRole('heading', { name: 'Device limit reached' })).toBeVisible();
  await expect(button(page, 'Continue')).toHaveAttribute('aria-disabled', 'true');
  await dialog(page).getByRole('button', { name: 'Unlink device: Old phone' }).click();
  await button(page, 'Unlink device').click();
  await expect(dialog(page)).toContainText('You can add a device now.');
  await button(page, 'Continue').click();
  await expect(page.getByRole('tab', { name: 'Mobile' })).toHaveAttribute('aria-selected', 'true');
});

test('the tile of a router opens its screen, and the tile’s bin unlinks the router', async ({ page, stack }) => {
  await open(page, 'routers@example.com', stack);
  await button(page, 'Unlink device: Attic').click();
  await expect(dialog(page)).toContainText('The router will lose its VPN connection');
  await button(page, 'Unlink device').click();
  await expect(counter(page, 'Connected 3 out of 6')).toBeVisible();
  expect(await listRequests(stack, '/web/v1/shortcut/delete-router-configuration')).toHaveLength(1);
  const tile = tiles(page).filter({ hasText: 'Living room' });
  const { height = 0, width = 0 } = (await tile.boundingBox()) ?? {};
  await tile.click({ position: { x: width / 2, y: height - 4 } });
  await expect(screenTitle(page, 'Configurations')).toBeVisible();
});

test('without device slots the page offers nothing that fails', async ({ page, stack }) => {
  await open(page, 'no-slots@example.com', stack, `${devices}&add_new_device=true`);
  await expect(dialog(page)).toContainText('You can’t add devices to this account right now.');
  await button(page, 'Close').click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'No device slots' })).toBeVisible();
  await expect(page.getByText(/Unlink a device|No devices yet|Add your computer/)).toHaveCount(0);
  await expect(button(page, 'Add new device')).toHaveCount(0);
  await expect(page.locator('.meter')).toHaveCount(0);
  await button(page, 'Download the app').click();
  await expect(dialog(page)).toContainText('You can’t add devices to this account right now.');
});

test('the meter of fifty slots is as wide as any other and shows the share', async ({ page, stack }) => {
  await open(page, 'many-devices@example.com', stack);
  await expect(counter(page, 'Connected 24 out of 50')).toBeVisible();
  const meter = await page.locator('.meter').boundingBox();
  const used = await page.locator('.meter i').boundingBox();
  expect((used?.width ?? 0) / (meter?.width ?? 1)).toBeCloseTo(24 / 50, 1);
  await expect(tiles(page)).toHaveCount(25);
});
