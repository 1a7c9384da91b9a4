import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listRequests } from './support/list-requests.ts';
import {
  anna,
  button,
  chooseFrankfurt,
  createCall,
  downloadButton,
  downloadFile,
  nameField,
  openSetup,
  radio,
  setup,
  showStreaming,
  toggle,
} from './support/router.ts';
import { screenTitle } from './support/screen-title.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/**
 * The output of `openvpn` for a file. It parses options, certificates and key before connecting to a missing server.
 */
async function tryOpenVpn(file: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const [config, credentials] = [join(folder, 'router.ovpn'), join(folder, 'credentials')];
  await writeFile(config, file.replace(/^remote .*$/m, 'remote 127.0.0.1 9'));
  await writeFile(credentials, 'username\npassword\n', { mode: 0o600 });
  const options = ['--config', config, '--auth-user-pass', credentials, '--dev', 'null', '--connect-retry-max', '1'];
  const run = promisify(execFile)('openvpn', options, { timeout: 20_000 });
  // Without a server it exits with an error.
  return run.then(
    ({ stdout }) => stdout,
    (failure: { stdout: string }) => failure.stdout,
  );
}

test('a new router: OpenVPN accepts the file for the selected location, and the screen shows its credentials', async ({
  page,
  stack,
}) => {
  await openSetup(page, stack);
  await expect(nameField(page)).toHaveAttribute('placeholder', 'Router 1');
  await nameField(page).fill('Summer house');
  await chooseFrankfurt(page);
  await toggle(page, 'Online Threat Shield').click();
  await toggle(page, 'DNS Adblock').click();
  const download = await downloadFile(page);
  // Shown for four seconds only.
  await expect(page.getByText('Configuration file downloaded successfully')).toBeVisible();
  expect(download.suggestedFilename()).toBe('Summer_house_config.ovpn');

  const path = await download.path();
  const file = await readFile(path, 'utf8');
  expect(file).toMatch(/^remote de-frankfurt\.nodes\.skerry\.example 443$/m);
  expect(file).not.toMatch(/\r|^\uFEFF/);
  expect(file).toMatch(/[^\n]\n$/);
  expect(await tryOpenVpn(file, test.info().outputPath())).toMatch(
    /connect to .*127\.0\.0\.1:9.* failed: Connection refused/,
  );

  await expect(screenTitle(page, 'Configurations')).toBeVisible();
  await expect(page.getByText('This file matches your choices.')).toBeVisible();
  await expect(page.getByText('de-frankfurt.nodes.skerry.example', { exact: true })).toBeVisible();
  await expect(page.getByText('OpenVPN TCP, port 443')).toBeVisible();
  await expect(page.getByText('Online Threat Shield and DNS Adblock')).toBeVisible();
  const { stdout: sum } = await promisify(execFile)('sha256sum', [path]);
  await expect(page.getByText(sum.split(' ', 1)[0] ?? '', { exact: true })).toBeVisible();

  await page.reload();
  await expect(screenTitle(page, 'Configurations')).toBeVisible();
  await expect(page.getByText('Summer house', { exact: true })).toBeVisible();
});

test('copies a credential to the clipboard and shows the copied state for 2.5 seconds', async ({
  page,
  stack,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await openSetup(page, stack);
  await chooseFrankfurt(page);
  await downloadFile(page);
  await expect(button(page, 'Copy password')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 10_000);
  await button(page, 'Copy password').click();
  await expect(button(page, 'Copied')).toBeVisible();
  const shown = await page.locator('.copy-row', { hasText: 'Password' }).locator('dd.mono').textContent();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  await page.clock.fastForward(2_400);
  await expect(button(page, 'Copied')).toBeVisible();
  await page.clock.fastForward(200);
  await expect(button(page, 'Copied')).toHaveCount(0);
});

test('the download is disabled until a location is selected, with the reason for keyboard and touch', async ({
  page,
  stack,
}) => {
  await openSetup(page, stack);
  const reason = 'Please select the country you want to connect to.';
  await expect(downloadButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(downloadButton(page)).toHaveAccessibleDescription(reason);
  await downloadButton(page).focus();
  await expect(page.getByRole('tooltip', { name: reason }).last()).toBeVisible();
  await downloadButton(page).press('Enter');
  await expect(toggle(page, 'DNS Adblock')).toHaveAccessibleDescription(new RegExp(reason));
  await toggle(page, 'DNS Adblock').press('Space');
  await expect(toggle(page, 'DNS Adblock')).not.toBeChecked();
  expect(await listRequests(stack, createCall)).toEqual([]);
});

test('streaming disables the protection toggles and says why', async ({ page, stack }) => {
  await openSetup(page, stack);
  await chooseFrankfurt(page);
  await toggle(page, 'Online Threat Shield').click();
  await expect(toggle(page, 'Online Threat Shield')).toBeChecked();
  await showStreaming(page);
  await radio(page, 'Fjord TV').click();
  await expect(toggle(page, 'Online Threat Shield')).not.toBeChecked();
  await expect(toggle(page, 'Online Threat Shield')).toHaveAccessibleDescription(
    /Feature doesn’t work with streaming mode/,
  );
});

test('the language can change while a draft is open', async ({ page, stack }) => {
  await openSetup(page, stack);
  await nameField(page).fill('Дім');
  await chooseFrankfurt(page);
  await toggle(page, 'DNS Adblock').click();
  await page.getByLabel('Language').first().selectOption('de');
  await expect(screenTitle(page)).toHaveText('Manuelle Router-Einrichtung');
  await expect(page.getByRole('textbox', { name: 'Name des Routers' })).toHaveValue('Дім');
  await expect(page.locator('.sticky-bar')).toContainText('Deutschland, Frankfurt');
  await expect(toggle(page, 'DNS-Werbeblocker')).toBeChecked();
});

test('a name of fifty emoji is kept whole, and its file name is valid on every system', async ({ page, stack }) => {
  await openSetup(page, stack);
  await nameField(page).fill('🛰️'.repeat(60));
  const name = await nameField(page).inputValue();
  expect([...name].length).toBeLessThanOrEqual(50);
  await nameField(page).fill('🚀'.repeat(60));
  await expect(nameField(page)).toHaveValue('🚀'.repeat(50));
  await chooseFrankfurt(page);
  expect((await downloadFile(page)).suggestedFilename()).toBe('router_config.ovpn');
  await expect(page.getByText('🚀'.repeat(50), { exact: true })).toBeVisible();
});

test('two routers never have the same name, typed or suggested in two tabs', async ({ page, stack, context }) => {
  await openSetup(page, stack);
  const other = await context.newPage();
  await other.goto(setup);
  await chooseFrankfurt(page);
  await chooseFrankfurt(other);
  expect((await downloadFile(page)).suggestedFilename()).toBe('Router_1_config.ovpn');
  await expect(nameField(other)).toHaveAttribute('placeholder', 'Router 2');
  expect((await downloadFile(other)).suggestedFilename()).toBe('Router_2_config.ovpn');
  await page.goto(setup);
  await nameField(page).fill('router 2 ');
  await button(page, 'Germany, Frankfurt').click();
  await downloadButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'You already have a device with this name' })).toBeVisible();
  await expect(nameField(page)).toBeFocused();
  expect(await listRequests(stack, createCall)).toHaveLength(2);
});

test('the router code loads only on its screen', async ({ page, stack }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await signIn(page, stack, anna);
  for (const section of ['ACCOUNT', 'BILLING', 'DEVICES', 'REFERAL']) {
    await page.goto(`/profile?profile_section=${section}`);
    await screenTitle(page).waitFor();
  }
  expect(loaded.filter((url) => url.includes('router-screen'))).toEqual([]);
  await page.goto(setup);
  await expect(nameField(page)).toBeVisible();
  expect(loaded.filter((url) => url.includes('router-screen'))).not.toEqual([]);
});
