import { readFile } from 'node:fs/promises';
import { addFault, clearFaults, failAfterExecution, loseResponse } from './support/faults.ts';
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
  profileCall,
  setup,
} from './support/router.ts';
import { screenTitle } from './support/screen-title.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { checkUntilKnown } from './support/unknown-outcome.ts';

test.describe('a browser that refuses the file', () => {
  test.use({ acceptDownloads: false });

  test('loses nothing: the router exists, and its file can be downloaded again', async ({ page, stack }) => {
    await openSetup(page, stack);
    await chooseFrankfurt(page);
    expect(await (await downloadFile(page)).failure()).not.toBeNull();
    await expect(screenTitle(page, 'Configurations')).toBeVisible();
    expect((await downloadFile(page)).suggestedFilename()).toBe('Router 1_config.ovpn');
    expect(await listRequests(stack, createCall)).toHaveLength(1);
  });
});

test.describe('failures', () => {
  test.use({ expectedConsole: [/status of (400|429|500|503|404)|ERR_(INTERNET_DISCONNECTED|CONNECTION_RESET)/] });

  test('at the limit a device is unlinked in place and the creation continues', async ({ page, stack }) => {
    await openSetup(page, stack, 'devices-full@example.com');
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
    await expect(screenTitle(page, 'Configurations')).toBeVisible();
  });

  for (const [what, fail] of [
    ['whose response was lost', loseResponse],
    ['that was created despite an error', failAfterExecution],
  ] as const)
    test(`a router ${what} is found on the account, with its file, also in another tab`, async ({
      page,
      context,
      stack,
    }) => {
      await openSetup(page, stack);
      const other = await context.newPage();
      await other.goto('/profile?profile_section=DEVICES');
      await expect(screenTitle(other)).toBeVisible();
      await nameField(page).fill('Attic');
      await chooseFrankfurt(page);
      await fail(page, createCall);
      await downloadButton(page).click();
      await expect(page.getByText('Your router was added, but its file didn’t arrive')).toBeVisible();
      for (const tab of [page, other]) await expect(tab.getByText('Attic', { exact: true })).toBeVisible();
      expect((await downloadFile(page)).suggestedFilename()).toBe('Attic_config.ovpn');
      expect(await listRequests(stack, createCall)).toHaveLength(1);
    });

  test('after a lost response without a router, the account is checked before the next try', async ({
    page,
    stack,
  }) => {
    await openSetup(page, stack);
    await nameField(page).fill('Attic');
    await chooseFrankfurt(page);
    await page.route(`**${createCall}`, (route) => route.abort('connectionreset'), { times: 1 });
    await downloadButton(page).click();
    const alert = page.locator('main').getByRole('alert');
    await checkUntilKnown(page, page.locator('main'));
    await expect(alert).toContainText('We didn’t get a response');
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
    await openSetup(page, stack);
    await nameField(page).fill('Attic');
    await chooseFrankfurt(page);
    // Without `retry-after`, which a 503 has: its retries alone would take ten seconds.
    await addFault(stack, { method: 'GET', path: profileCall, status: 500 });
    await page.route(
      `**${createCall}`,
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await downloadButton(page).click();
    await expect(page.getByText('We couldn’t tell whether it worked')).toBeVisible();
    await clearFaults(stack);
    await button(page, 'Check again').click();
    await expect(page.getByText('Your router was added, but its file didn’t arrive')).toBeVisible();
    expect(await listRequests(stack, createCall)).toHaveLength(1);
  });

  test('a catalog that does not match its schema is reported and used', async ({ page, stack }) => {
    await signIn(page, stack, anna);
    await page.route('**/web/v1/shortcut/get-router-setup', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      body.shortcut_groups[0].shortcuts[0].clusters = 'none';
      await route.fulfill({ response, json: body });
    });
    const report = page.waitForRequest((request) => request.url().endsWith('/reports'));
    await page.goto(setup);
    await expect(button(page, /^Germany/)).toBeVisible();
    expect((await report).postData()).toContain('routerSetup');
  });

  test('shows an error if the file does not match the selection', async ({ page, stack }) => {
    await openSetup(page, stack);
    await page.route(`**${createCall}`, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      body.router_configuration = body.router_configuration
        .replace('de-frankfurt', 'fr-paris')
        .replaceAll('\n', '\r\n');
      await route.fulfill({ response, json: body });
    });
    await chooseFrankfurt(page);
    const file = await readFile(await (await downloadFile(page)).path(), 'utf8');
    expect(file).not.toContain('\r');
    await expect(page.getByRole('alert').filter({ hasText: 'This file doesn’t match your choices' })).toContainText(
      'Server',
    );
  });
});
