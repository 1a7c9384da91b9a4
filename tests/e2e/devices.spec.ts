import type { Page } from '@playwright/test';
import { signIn } from './screens.ts';
import { listRequests } from './support/sandbox.ts';
import { addFault, clearFaults } from './support/sign-in-by-form.ts';
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
  await page.getByRole('heading', { level: 1 }).waitFor();
}

test('the list shows each device with its platform and model, and how many more there may be', async ({
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

test('platforms are known however they are spelled', async ({ page, stack }) => {
  await open(page, 'odd-spelling@example.com', stack);
  await expect(tiles(page)).toHaveText([/macOS/, /iOS/, /Windows/, /Android/, /Router/, 'Add new device']);
  await expect(page.getByRole('link', { name: 'Configurations: Box' })).toBeVisible();
});

test('a router is called what the page’s language calls it', async ({ page, stack }) => {
  await page.context().addCookies([{ name: 'locale', value: 'pt', url: stack.origin }]);
  await open(page, 'odd-spelling@example.com', stack);
  const list = page.getByRole('list').filter({ has: page.getByRole('link', { name: /Box/ }) });
  await expect(list.getByRole('listitem').filter({ hasText: 'Box' })).toContainText('Roteador');
});

test('unlinking names the device, takes it off list and counter together, and leaves the focus beside it', async ({
  page,
  stack,
}) => {
  await open(page, anna, stack);
  await button(page, 'Unlink device: Living room PC').click();
  await expect(dialog(page)).toContainText('Living room PC');
  await button(page, 'Unlink device').click();
  await expect(dialog(page)).toBeHidden();
  await expect(counter(page, 'Connected 3 out of 6')).toBeVisible();
  await expect(tiles(page).filter({ hasText: 'Living room PC' })).toHaveCount(0);
  await expect(button(page, 'Unlink device: Pixel 8')).toBeFocused();
  await expect(page.getByText('Device was deleted')).toBeVisible();
});

test('Esc and Cancel keep the device and give the focus back', async ({ page, stack }) => {
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
  test.use({ expectedConsole: [/status of (404|503)|ERR_INTERNET_DISCONNECTED/] });

  test('a failure is said inside the dialog, and the same button tries again', async ({ page, stack }) => {
    await open(page, anna, stack);
    await addFault(stack, { method: 'DELETE', path: unlinkCall, status: 503, times: 1 });
    await button(page, 'Unlink device: Pixel 8').click();
    await button(page, 'Unlink device').click();
    await expect(dialog(page).getByRole('alert')).toHaveText('Unlinking failed, please try again later');
    await expect(tiles(page)).toHaveCount(5);
    await clearFaults(stack);
    await button(page, 'Unlink device').click();
    await expect(dialog(page)).toBeHidden();
    await expect(counter(page, 'Connected 3 out of 6')).toBeVisible();
  });

  test('a device that another tab has unlinked is gone here, too, without an error', async ({
    page,
    stack,
    context,
  }) => {
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

  test('without a network the device stays and the dialog says so', async ({ page, stack, context }) => {
    await open(page, anna, stack);
    await button(page, 'Unlink device: Pixel 8').click();
    await context.setOffline(true);
    await button(page, 'Unlink device').click();
    await expect(dialog(page).getByRole('alert')).toBeVisible();
    await context.setOffline(false);
    await button(page, 'Unlink device').click();
    await expect(counter(page, 'Connected 3 out of 6')).toBeVisible();
  });
});

test('what one tab unlinks disappears from the other', async ({ page, stack, context }) => {
  await open(page, anna, stack);
  const other = await context.newPage();
  await other.goto(devices);
  await button(other, 'Unlink device: Pixel 8').click();
  await button(other, 'Unlink device').click();
  await expect(counter(page, 'Connected 3 out of 6')).toBeVisible();
});

test('at the limit there is no way to add, and the page says what to do', async ({ page, stack }) => {
  await open(page, 'devices-full@example.com', stack);
  await expect(counter(page, 'Connected 6 out of 6')).toBeVisible();
  await expect(button(page, 'Add new device')).toHaveCount(0);
  await expect(page.getByText('All slots are in use. Unlink a device to add another one.')).toBeVisible();
});

test('a setapp account may have eight, one without a limit of its own six', async ({ page, stack }) => {
  await open(page, 'setapp-full@example.com', stack);
  await expect(counter(page, 'Connected 8 out of 8')).toBeVisible();
  await page.context().clearCookies();
  await open(page, 'odd-dates@example.com', stack);
  await expect(counter(page, 'out of 6')).toBeVisible();
});

test('an empty list says so and adds the first device', async ({ page, stack }) => {
  await open(page, 'no-devices@example.com', stack);
  await expect(page.getByRole('heading', { name: 'No devices yet' })).toBeVisible();
  await button(page, 'Add new device').click();
  await expect(dialog(page).getByRole('heading', { name: 'Add new device' })).toBeVisible();
});

test('a link that adds a device at the limit first makes room, then goes on', async ({ page, stack }) => {
  await open(page, 'devices-full@example.com', stack, '/profile?add_new_device=mobile');
  await expect(dialog(page).getByRole('heading', { name: 'Device limit reached' })).toBeVisible();
  await expect(button(page, 'Continue')).toHaveAttribute('aria-disabled', 'true');
  await dialog(page).getByRole('button', { name: 'Unlink device: Old phone' }).click();
  await button(page, 'Unlink device').click();
  await expect(dialog(page)).toContainText('There is a free slot now. You can continue.');
  await button(page, 'Continue').click();
  await expect(page.getByRole('tab', { name: 'Mobile' })).toHaveAttribute('aria-selected', 'true');
});
