import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Download, Page } from '@playwright/test';
import type { ProcessStack } from '../support/processes.ts';
import { signIn } from './screens.ts';
import { listRequests } from './support/list-requests.ts';
import { addFault, clearFaults } from './support/sign-in-by-form.ts';
import { expect, test } from './support/test.ts';

const anna = 'anna.lindqvist@example.com';
const setup = '/profile?profile_section=DEVICES&section=ROUTER';
const createCall = '/web/v1/account/download-router-configuration';
const profileCall = '/web/v1/profile';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const radio = (page: Page, name: string | RegExp) => page.getByRole('radio', { name, exact: true });
const toggle = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Router name' });
const search = (page: Page) => page.getByRole('searchbox');
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const downloadButton = (page: Page) => button(page, 'Download config file');

async function open(page: Page, stack: ProcessStack, email = anna): Promise<void> {
  await signIn(page, stack, email);
  await page.goto(setup);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function chooseFrankfurt(page: Page): Promise<void> {
  await button(page, /^Germany/).click();
  await radio(page, 'Frankfurt').click();
}

/** Clicks the label, because the radio button is visually hidden. */
const showStreaming = (page: Page) => page.locator('label', { hasText: 'Streaming services' }).click();

async function downloadFile(page: Page): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), downloadButton(page).click()]);
  return download;
}

/** The output of `openvpn` for a file. It parses options, certificates and key before connecting to a missing server. */
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
  await open(page, stack);
  await expect(nameField(page)).toHaveAttribute('placeholder', 'Router 1');
  await nameField(page).fill('Summer house');
  await chooseFrankfurt(page);
  await toggle(page, 'Online Threat Shield').click();
  await toggle(page, 'DNS Adblock').click();
  const download = await downloadFile(page);
  expect(download.suggestedFilename()).toBe('Summer_house_config.ovpn');

  const path = await download.path();
  const file = await readFile(path, 'utf8');
  expect(file).toMatch(/^remote de-frankfurt\.nodes\.skerry\.example 443$/m);
  expect(file).not.toMatch(/\r|^\uFEFF/);
  expect(file).toMatch(/[^\n]\n$/);
  expect(await tryOpenVpn(file, test.info().outputPath())).toMatch(
    /connect to .*127\.0\.0\.1:9.* failed: Connection refused/,
  );

  await expect(heading(page, 'Configurations')).toBeVisible();
  await expect(page.getByText('Configuration file downloaded successfully')).toBeVisible();
  await expect(page.getByText('This file matches your choices.')).toBeVisible();
  await expect(page.getByText('de-frankfurt.nodes.skerry.example', { exact: true })).toBeVisible();
  await expect(page.getByText('OpenVPN TCP, port 443')).toBeVisible();
  await expect(page.getByText('Online Threat Shield and DNS Adblock')).toBeVisible();
  const { stdout: sum } = await promisify(execFile)('sha256sum', [path]);
  await expect(page.getByText(sum.split(' ', 1)[0] ?? '', { exact: true })).toBeVisible();

  await page.reload();
  await expect(heading(page, 'Configurations')).toBeVisible();
  await expect(page.getByText('Summer house', { exact: true })).toBeVisible();
});

test('copies a credential to the clipboard and shows the copied state for 2.5 seconds', async ({
  page,
  stack,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await open(page, stack);
  await chooseFrankfurt(page);
  await downloadFile(page);
  await button(page, 'Copy password').click();
  await expect(button(page, 'Copied')).toBeVisible();
  const shown = await page.locator('.copy-row', { hasText: 'Password' }).locator('dd.mono').textContent();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  await page.clock.fastForward(2_600);
  await expect(button(page, 'Copied')).toHaveCount(0);
});

test('the download is disabled until a location is selected, with the reason for keyboard and touch', async ({
  page,
  stack,
}) => {
  await open(page, stack);
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
  await open(page, stack);
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

test('the picker works by keyboard alone', async ({ page, stack }) => {
  await open(page, stack);
  await search(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(button(page, /^Australia/)).toBeFocused();
  await page.keyboard.press('End');
  await expect(button(page, /^United States/)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.type('ger');
  await expect(button(page, /^Germany/)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(button(page, /^Germany/)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(radio(page, 'Frankfurt')).toBeChecked();
  await expect(page.locator('.sticky-bar')).toContainText('Germany, Frankfurt');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await expect(radio(page, 'Frankfurt')).toHaveCount(0);
});

test('the list stays focusable after a search removes its focused row', async ({ page, stack }) => {
  await open(page, stack);
  await search(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(radio(page, 'Austria')).toBeFocused();
  while (!(await search(page).evaluate((field) => field === document.activeElement))) {
    await page.keyboard.press('Shift+Tab');
  }
  await page.keyboard.type('austral');
  await expect(page.locator('.picker__row')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(button(page, /^Australia/)).toBeFocused();
});

test('the list stays focusable after its focused group collapses', async ({ page, stack }) => {
  await open(page, stack);
  await button(page, /^Germany/).click();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.picker__row--city:focus')).toBeVisible();
  // Clicking another group collapses this one.
  await button(page, /^United States/).click();
  await expect(page.locator('.picker__row--city').first()).toBeVisible();
  await expect(page.locator('.picker__row[tabindex="0"]')).not.toHaveCount(0);
});

test('switching lists clears the search at once', async ({ page, stack }) => {
  await open(page, stack);
  await search(page).fill('Germany');
  await expect(page.locator('.picker__row')).toHaveCount(1);
  // Freezes the search debounce.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await showStreaming(page);
  await expect(radio(page, 'Fjord TV')).toBeVisible();
  await expect(page.getByText('Sorry, we do not have this streaming service')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'streaming service' })).toHaveCount(0);
});

test('finds a country by its English name on a Ukrainian page', async ({ page, stack }) => {
  await page.context().addCookies([{ name: 'locale', value: 'uk', url: stack.origin }]);
  await open(page, stack);
  await search(page).fill('germany');
  await expect(page.locator('.picker__row')).toHaveCount(1);
  await expect(page.locator('.picker__row')).toContainText('Німеччина');
});

test('announces the number of results, also when there are none', async ({ page, stack }) => {
  await open(page, stack);
  await search(page).fill('united');
  await expect(page.getByRole('status').filter({ hasText: '2 countries' })).toBeAttached();
  await search(page).fill('Atlantis');
  await expect(page.getByRole('status').filter({ hasText: 'Sorry, we do not have this country' })).toBeAttached();
  await showStreaming(page);
  await search(page).fill('Atlantis');
  await expect(page.locator('.picker')).toHaveText('Sorry, we do not have this streaming service in our list.');
  await search(page).press('Escape');
  await expect(radio(page, 'Fjord TV')).toBeVisible();
  await button(page, 'List of locations').click();
  await expect(radio(page, 'Fjord TV')).toHaveCount(0);
});

test('one button selects the recommended location', async ({ page, stack }) => {
  await open(page, stack);
  const optimal = button(page, 'Optimal location: Germany, Frankfurt');
  await expect(optimal).toHaveAttribute('aria-pressed', 'false');
  await optimal.click();
  await expect(optimal).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.sticky-bar')).toContainText('Germany, Frankfurt');
  await expect(button(page, 'Germany Frankfurt')).toBeVisible();
  await radio(page, 'Austria').click();
  await expect(optimal).toHaveAttribute('aria-pressed', 'false');
  await showStreaming(page);
  await expect(optimal).toHaveCount(0);
});

test('the language can change while a draft is open', async ({ page, stack }) => {
  await open(page, stack);
  await nameField(page).fill('Дім');
  await chooseFrankfurt(page);
  await toggle(page, 'DNS Adblock').click();
  await page.getByLabel('Language').first().selectOption('de');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manuelle Router-Einrichtung');
  await expect(page.getByRole('textbox', { name: 'Name des Routers' })).toHaveValue('Дім');
  await expect(page.locator('.sticky-bar')).toContainText('Deutschland, Frankfurt');
  await expect(toggle(page, 'DNS-Werbeblocker')).toBeChecked();
});

test('a name of fifty emoji is kept whole, and its file name is valid on every system', async ({ page, stack }) => {
  await open(page, stack);
  await nameField(page).fill('🛰️'.repeat(60));
  const name = await nameField(page).inputValue();
  expect([...name].length).toBeLessThanOrEqual(50);
  await nameField(page).fill('🚀'.repeat(60));
  await expect(nameField(page)).toHaveValue('🚀'.repeat(50));
  await chooseFrankfurt(page);
  expect((await downloadFile(page)).suggestedFilename()).toBe('router_config.ovpn');
  await expect(page.getByText('🚀'.repeat(50), { exact: true })).toBeVisible();
});

test.describe('a premium location without a subscription', () => {
  test('opens the payment page without asking to leave', async ({ page, stack }) => {
    await open(page, stack, 'free@example.com');
    await radio(page, /^Norway/).click();
    await expect(page.locator('.sticky-bar')).toContainText('the button opens the payment page');
    await downloadButton(page).click();
    await page.waitForURL((url) => url.origin === stack.sandboxOrigin);
    expect(await listRequests(stack, createCall)).toEqual([]);
  });

  test('a free location needs no subscription', async ({ page, stack }) => {
    await open(page, stack, 'free@example.com');
    await chooseFrankfurt(page);
    await downloadFile(page);
    await expect(heading(page, 'Configurations')).toBeVisible();
  });
});

test.describe('leaving', () => {
  const question = (page: Page) => page.getByRole('dialog', { name: 'Are you sure you want to leave the page?' });

  test('an untouched screen asks nothing', async ({ page, stack }) => {
    await open(page, stack);
    await page.getByRole('link', { name: 'Devices management' }).click();
    await expect(heading(page, 'Devices')).toBeVisible();
  });

  test('a draft asks on links and Back; Cancel keeps it, Leave goes', async ({ page, stack }) => {
    await signIn(page, stack, anna);
    await page.goto('/profile?profile_section=DEVICES&add_new_device=router');
    await page.getByRole('link', { name: 'Manual router setup' }).click();
    await nameField(page).fill('Attic');
    await page.getByRole('link', { name: 'Billing' }).click();
    await expect(question(page)).toBeVisible();
    await button(page, 'Cancel').click();
    await expect(nameField(page)).toHaveValue('Attic');
    for (const _ of [1, 2]) {
      await page.evaluate(() => history.back());
      await expect(question(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(nameField(page)).toHaveValue('Attic');
    }
    await page.evaluate(() => history.back());
    await button(page, 'Leave').click();
    await expect(page.getByRole('tab', { name: 'Router' })).toHaveAttribute('aria-selected', 'true');
  });

  test('Leave follows the clicked link, and Back does not return to the draft', async ({ page, stack }) => {
    await open(page, stack);
    await nameField(page).fill('Attic');
    await page.getByRole('link', { name: 'Referral' }).click();
    await button(page, 'Leave').click();
    await expect(heading(page, 'Refer a friend')).toBeVisible();
    await page.goBack();
    await expect(nameField(page)).toHaveValue('');
  });

  test('a reverted draft asks nothing', async ({ page, stack }) => {
    await open(page, stack);
    await nameField(page).fill('Attic');
    await nameField(page).fill('');
    await page.getByRole('link', { name: 'Devices management' }).click();
    await expect(heading(page, 'Devices')).toBeVisible();
  });

  test('closing the tab asks only while there is a draft', async ({ page, stack }) => {
    await open(page, stack);
    // Browsers ask only after user interaction, and the page only while it guards the draft, which shows in an extra
    // history entry.
    await nameField(page).click();
    const entries = await page.evaluate(() => history.length);
    await nameField(page).fill('Attic');
    await expect.poll(() => page.evaluate(() => history.length)).toBe(entries + 1);
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await expect(nameField(page)).toHaveValue('Attic');
    await chooseFrankfurt(page);
    await downloadFile(page);
    await expect(heading(page, 'Configurations')).toBeVisible();
    await page.reload();
    await expect(heading(page, 'Configurations')).toBeVisible();
  });

  test('signing out asks, too: Cancel keeps draft and session, Leave ends both', async ({ page, stack }) => {
    await open(page, stack);
    await nameField(page).fill('Attic');
    await button(page, 'Sign out').click();
    await expect(question(page)).toBeVisible();
    await button(page, 'Cancel').click();
    await expect(nameField(page)).toHaveValue('Attic');
    await button(page, 'Sign out').click();
    await button(page, 'Leave').click();
    await expect(page).toHaveURL('/enter');
  });

  test('an untouched screen allows signing out at once', async ({ page, stack }) => {
    await open(page, stack);
    await button(page, 'Sign out').click();
    await expect(page).toHaveURL('/enter');
  });

  test('the device list is reloaded after creating a router', async ({ page, stack }) => {
    await open(page, stack);
    await chooseFrankfurt(page);
    await downloadFile(page);
    await expect(heading(page, 'Configurations')).toBeVisible();
    const load = page.waitForEvent('load');
    await page.getByRole('link', { name: 'Devices management' }).click();
    await load;
    await expect(page.getByRole('link', { name: 'Configurations: Router 1' })).toBeVisible();
  });
});

test.describe('a browser that refuses the file', () => {
  test.use({ acceptDownloads: false });

  test('loses nothing: the router exists, and its file can be downloaded again', async ({ page, stack }) => {
    await open(page, stack);
    await chooseFrankfurt(page);
    expect(await (await downloadFile(page)).failure()).not.toBeNull();
    await expect(heading(page, 'Configurations')).toBeVisible();
    expect((await downloadFile(page)).suggestedFilename()).toBe('Router 1_config.ovpn');
    expect(await listRequests(stack, createCall)).toHaveLength(1);
  });
});

test.describe('failures', () => {
  test.use({ expectedConsole: [/status of (400|429|500|503|404)|ERR_(INTERNET_DISCONNECTED|CONNECTION_RESET)/] });

  test('at the limit a device is unlinked in place and the creation continues', async ({ page, stack }) => {
    await open(page, stack, 'devices-full@example.com');
    await chooseFrankfurt(page);
    await downloadButton(page).click();
    await expect(page.getByText('Device limit exceeded. Delete a device to add a new one.')).toBeVisible();
    const limit = page.getByRole('dialog', { name: 'Device limit reached' });
    await expect(limit).toHaveAccessibleDescription(/^You’ve reached your device limit\./);
    await limit.getByRole('button', { name: 'Unlink device: Old phone' }).click();
    await button(page, 'Unlink device').click();
    const download = page.waitForEvent('download');
    await button(page, 'Continue').click();
    expect((await download).suggestedFilename()).toBe('Router_2_config.ovpn');
    await expect(heading(page, 'Configurations')).toBeVisible();
  });

  test('a failed creation shows an error and keeps the draft', async ({ page, stack }) => {
    await open(page, stack);
    await nameField(page).fill('Attic');
    await chooseFrankfurt(page);
    await addFault(stack, { method: 'POST', path: createCall, status: 500, times: 1 });
    await downloadButton(page).click();
    await expect(page.getByText('Configuration file downloading failed. Please try again')).toBeVisible();
    await expect(page.locator('main').getByRole('alert')).toContainText('Something went wrong');
    await clearFaults(stack);
    expect((await downloadFile(page)).suggestedFilename()).toBe('Attic_config.ovpn');
  });

  test('offline, the draft stays and works once the network is back', async ({ page, stack, context }) => {
    await open(page, stack);
    await chooseFrankfurt(page);
    await context.setOffline(true);
    await downloadButton(page).click();
    await expect(page.locator('main').getByRole('alert')).toBeVisible();
    await context.setOffline(false);
    await downloadFile(page);
    await expect(heading(page, 'Configurations')).toBeVisible();
  });

  test('a router whose response was lost is found on the account, with its file', async ({ page, stack }) => {
    await open(page, stack);
    await nameField(page).fill('Attic');
    await chooseFrankfurt(page);
    await page.route(`**${createCall}`, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await downloadButton(page).click();
    await expect(page.getByText('The router is set up, but its file didn’t arrive')).toBeVisible();
    await expect(page.getByText('Attic', { exact: true })).toBeVisible();
    expect((await downloadFile(page)).suggestedFilename()).toBe('Attic_config.ovpn');
    expect(await listRequests(stack, createCall)).toHaveLength(1);
  });

  test('after a lost response without a router, the account is checked before the next try', async ({
    page,
    stack,
  }) => {
    await open(page, stack);
    await nameField(page).fill('Attic');
    await chooseFrankfurt(page);
    await page.route(`**${createCall}`, (route) => route.abort('connectionreset'), { times: 1 });
    await downloadButton(page).click();
    const alert = page.locator('main').getByRole('alert');
    await expect(alert).toContainText('We didn’t get an answer');
    await expect(alert).toContainText('the router wasn’t added to your account');
    await expect(alert).toBeInViewport({ ratio: 1 });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    expect((await downloadFile(page)).suggestedFilename()).toBe('Attic_config.ovpn');
    expect(sent.filter((path) => [profileCall, createCall].includes(path)).slice(0, 2)).toEqual([
      profileCall,
      createCall,
    ]);
  });

  test('while the outcome of a creation is unknown, the button checks and creates nothing', async ({ page, stack }) => {
    await open(page, stack);
    await nameField(page).fill('Attic');
    await chooseFrankfurt(page);
    await addFault(stack, { method: 'GET', path: profileCall, status: 503 });
    await page.route(
      `**${createCall}`,
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await downloadButton(page).click();
    await expect(page.getByText('We couldn’t find out whether it worked')).toBeVisible({ timeout: 15_000 });
    await clearFaults(stack);
    await button(page, 'Check again').click();
    await expect(page.getByText('The router is set up, but its file didn’t arrive')).toBeVisible();
    expect(await listRequests(stack, createCall)).toHaveLength(1);
  });

  test('a catalog that fails to load can be retried', async ({ page, stack }) => {
    const path = '/web/v1/shortcut/get-router-setup';
    await addFault(stack, { method: 'GET', path, status: 503 });
    await signIn(page, stack, anna);
    await page.goto(setup);
    await expect(page.getByText('We couldn’t load the locations')).toBeVisible({ timeout: 15_000 });
    await clearFaults(stack);
    await button(page, 'Try again').click();
    await expect(nameField(page)).toBeVisible();
  });

  test('a catalog that does not match its schema is reported and used', async ({ page, stack }) => {
    await signIn(page, stack, anna);
    await page.route('**/web/v1/shortcut/get-router-setup', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      body.shortcut_groups[0].shortcuts[0].clusters = 'none';
      await route.fulfill({ json: body });
    });
    const report = page.waitForRequest((request) => request.url().endsWith('/reports'));
    await page.goto(setup);
    await expect(button(page, /^Germany/)).toBeVisible();
    expect((await report).postData()).toContain('routerSetup');
  });

  test('shows an error if the file does not match the selection', async ({ page, stack }) => {
    await open(page, stack);
    await page.route(`**${createCall}`, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      body.router_configuration = body.router_configuration
        .replace('de-frankfurt', 'fr-paris')
        .replaceAll('\n', '\r\n');
      await route.fulfill({ json: body });
    });
    await chooseFrankfurt(page);
    const file = await readFile(await (await downloadFile(page)).path(), 'utf8');
    expect(file).not.toContain('\r');
    await expect(page.getByRole('alert').filter({ hasText: 'This file doesn’t match your choices' })).toContainText(
      'Server',
    );
  });
});

test('the router code loads only on its screen', async ({ page, stack }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await signIn(page, stack, anna);
  for (const section of ['ACCOUNT', 'BILLING', 'DEVICES', 'REFERAL']) {
    await page.goto(`/profile?profile_section=${section}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  expect(loaded.filter((url) => url.includes('router-screen'))).toEqual([]);
  await page.goto(setup);
  await expect(nameField(page)).toBeVisible();
  expect(loaded.filter((url) => url.includes('router-screen'))).not.toEqual([]);
});
