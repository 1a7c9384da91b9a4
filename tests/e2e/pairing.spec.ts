import { devices as browsers, type Page } from '@playwright/test';
import type { ProcessStack } from '../support/built-stack.ts';
import { createGate } from '../support/gate.ts';
import { addFault, clearFaults } from './support/faults.ts';
import { listRequests } from './support/list-requests.ts';
import { pressDeliberately } from './support/press-deliberately.ts';
import { readQr } from './support/read-qr.ts';
import { screenTitle } from './support/screen-title.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const anna = 'anna.lindqvist@example.com';
const add = '/profile?profile_section=DEVICES&add_new_device';
const tokenCall = '/web/v1/account/session/perm-token';
const profileCall = '/web/v1/profile';
const installerCall = '/web/v1/marketing/download-app-installer';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const code = (page: Page) => page.getByRole('img', { name: 'QR code' });

async function open(page: Page, stack: ProcessStack, email = anna, path = add): Promise<void> {
  await signIn(page, stack, email);
  await page.goto(path);
  await page.getByRole('dialog').waitFor();
}

/** Pairs a new device through the sandbox. */
async function openInApp(stack: ProcessStack, link: string, model = 'iPhone 15'): Promise<string> {
  const response = await fetch(`${stack.sandboxOrigin}/app`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ link, model }),
  });
  return response.text();
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a camera reads the QR code in the ${colorScheme} theme, and the paired device appears in the list`, async ({
    page,
    stack,
  }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, stack);
    const link = await readQr(code(page));
    expect(link).toMatch(/^skerry:\/\/pair\?token=sandbox-permanent-/);
    expect(await openInApp(stack, link)).toContain('was added');
    await expect(page.getByRole('status').filter({ hasText: 'iPhone 15 connected' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('status').filter({ hasText: 'Connected 5 out of 6' })).toBeVisible();
  });
}

test('the QR code is 120 px wide, on white, and has a label', async ({ page, stack }) => {
  await open(page, stack);
  const drawing = code(page).locator('svg');
  // Subpixel edges cause a rounding error.
  const side = expect.closeTo(120, 2);
  expect(await drawing.boundingBox()).toMatchObject({ width: side, height: side });
  await expect(code(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(code(page)).toHaveAccessibleName(/connects a device to your account/);
});

test('the QR code is replaced after 294 seconds, with an announcement', async ({ page, stack }) => {
  await signIn(page, stack, anna);
  await page.clock.install();
  await page.goto(add);
  const first = await readQr(code(page));
  // The clock keeps running meanwhile.
  await page.clock.fastForward(240_000);
  expect(await readQr(code(page))).toBe(first);
  await page.clock.fastForward(54_000);
  await expect(page.getByText('New code ready')).toBeAttached();
  expect(await readQr(code(page))).not.toBe(first);
  expect(await listRequests(stack, tokenCall)).toHaveLength(2);
});

test('closing the dialog marks the tile of each device that was paired meanwhile', async ({ page, stack }) => {
  await open(page, stack);
  const link = await readQr(code(page));
  await openInApp(stack, link, 'Surface Laptop');
  await expect(page.getByRole('status').filter({ hasText: 'Surface Laptop connected' })).toBeVisible();
  await expect(page.getByText('You can add another device the same way.')).toBeVisible();
  await openInApp(stack, link);
  await expect(page.getByText('All device slots are in use.')).toBeVisible();
  // Another device could not connect: the code is gone, and the dialog says why.
  await expect(code(page)).toHaveCount(0);
  await expect(page.getByRole('dialog')).toContainText('You’ve reached your device limit.');
  await button(page, 'Done').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('.tile--new')).toHaveText([/Surface Laptop.*Connected/, /iPhone 15.*Connected/]);
  await expect(page.locator('.tile--new').first()).toBeInViewport();
});

test('Back marks the tile of the device that was paired meanwhile', async ({ page, stack }) => {
  await signIn(page, stack, anna);
  await page.goto('/profile?profile_section=DEVICES');
  await button(page, 'Add new device').click();
  await openInApp(stack, await readQr(code(page)));
  await expect(page.getByRole('status').filter({ hasText: 'iPhone 15 connected' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('.tile--new')).toHaveText([/iPhone 15.*Connected/]);
});

test('looks for the new device every three seconds, for ten minutes, only while the page is visible', async ({
  page,
  stack,
}) => {
  await signIn(page, stack, anna);
  const hide = () => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  };
  // Hidden until the clock stands still: no tick passes by itself.
  await page.addInitScript(hide);
  await page.clock.install();
  await page.goto(add);
  await expect(code(page)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const show = () => page.evaluate(() => Reflect.deleteProperty(document, 'visibilityState'));
  const profiles = async () => (await listRequests(stack, profileCall)).length;
  /** Lets one tick pass, and its answer arrive. */
  const tick = async () => {
    const before = await profiles();
    const answer = page.waitForEvent('requestfinished', (request) => request.url().includes(profileCall));
    await page.clock.fastForward(3_000);
    await answer;
    // The page skips a tick until it has read the answer.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage(null);
        }),
    );
    expect(await profiles()).toBe(before + 1);
  };
  await show();
  await tick();
  await tick();
  await page.evaluate(hide);
  const hidden = await profiles();
  await page.clock.fastForward(30_000);
  await show();
  await tick();
  expect(await profiles()).toBe(hidden + 1);
  await page.clock.fastForward(600_000);
  // The code is renewed still.
  await expect(page.getByText('New code ready')).toBeAttached();
  await expect(code(page)).toBeVisible();
  const stopped = await profiles();
  await page.clock.fastForward(30_000);
  expect(await profiles()).toBe(stopped);
});

test('at the device limit the downloads say why no device can be paired', async ({ page, stack }) => {
  await signIn(page, stack, 'devices-full@example.com');
  await page.goto('/profile?profile_section=DEVICES');
  await button(page, 'Download the app').click();
  await expect(page.getByRole('dialog')).toContainText('You’ve reached your device limit. Unlink a device');
  await expect(code(page)).toHaveCount(0);
  await button(page, 'Manage devices').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await listRequests(stack, tokenCall)).toEqual([]);
});

test('the link can be copied', async ({ page, stack, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, stack);
  await pressDeliberately(button(page, 'Copy link'));
  await expect(button(page, 'Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await readQr(code(page)));
});

test.describe('failed requests', () => {
  test.use({ expectedConsole: [/status of 503/] });

  test('if the installer link cannot be fetched, the static one is used and the failure is reported', async ({
    page,
    stack,
  }) => {
    await addFault(stack, { method: 'POST', path: installerCall, status: 503 });
    await open(page, stack);
    const report = page.waitForRequest((request) => request.url().endsWith('/reports'));
    // A real installer downloads without leaving the page; the sandbox's page would replace it.
    await page.route('**/site/**', async (route) => {
      await report;
      await route.continue();
    });
    const navigation = page.waitForRequest((request) => request.isNavigationRequest());
    await button(page, 'Windows').click();
    await report;
    expect((await navigation).url()).toContain('/site/');
  });

  test('Try again fetches a code, and the focus stays in the dialog', async ({ page, stack }) => {
    await addFault(stack, { method: 'POST', path: tokenCall, status: 503 });
    await open(page, stack);
    const retry = button(page, 'Try again');
    await expect(retry).toBeVisible();
    await clearFaults(stack);
    await retry.click();
    await expect(code(page)).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeFocused();
  });
});

test('arrow keys move through the tabs, each with its own content', async ({ page, stack }) => {
  await open(page, stack);
  await expect(tab(page, 'Desktop')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('Windows 10 April 2018 update or higher · macOS 13.0 or higher')).toBeVisible();
  await tab(page, 'Desktop').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, 'Mobile')).toBeFocused();
  await expect(page.getByRole('link', { name: 'App Store' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Google Play' })).toBeVisible();
  await page.keyboard.press('End');
  await expect(tab(page, 'Router')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('link', { name: 'Manual router setup' }).click();
  await expect(screenTitle(page, 'Manual router setup')).toBeVisible();
});

test('a Setapp account adds routers only and sees no QR code', async ({ page, stack }) => {
  await open(page, stack, 'setapp@example.com');
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Manual router setup' })).toBeVisible();
  await expect(code(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Download the app')).toHaveCount(0);
  expect(await listRequests(stack, tokenCall)).toEqual([]);
});

test('downloads the installer for each computer', async ({ page, stack }) => {
  await open(page, stack);
  for (const [name, file] of [
    ['Windows', 'skerry-vpn-setup.exe'],
    ['macOS', 'skerry-vpn.dmg'],
  ] as const) {
    const download = page.waitForEvent('download');
    await button(page, name).click();
    expect((await download).suggestedFilename()).toBe(file);
  }
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('links other platforms to their stores', async ({ page, stack }) => {
  await open(page, stack);
  await page.getByText('Other platforms').click();
  await expect(page.getByRole('link', { name: /App Store/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Google Play/ })).toBeVisible();
});

test('Back closes a dialog opened on the page; the close button closes one opened by a link', async ({
  page,
  stack,
}) => {
  await signIn(page, stack, anna);
  await page.goto('/profile?profile_section=DEVICES');
  await button(page, 'Add new device').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto(`${add}=mobile`);
  await expect(tab(page, 'Mobile')).toHaveAttribute('aria-selected', 'true');
  await button(page, 'Close').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).not.toHaveURL(/add_new_device/);
});

test('the download dialog has both slides', async ({ page, stack }) => {
  await signIn(page, stack, anna);
  await page.goto('/profile?profile_section=DEVICES');
  await button(page, 'Download the app').click();
  await expect(page.getByRole('heading', { name: '1. Get the app for desktop' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '2. Connect your account' })).toBeVisible();
  await expect(code(page)).toBeVisible();
  await tab(page, 'Mobile').click();
  await expect(page.getByRole('heading', { name: '1. Get the app', exact: true })).toBeVisible();
});

test.describe('an app that is not installed', () => {
  // Chromium logs that no application handles the scheme.
  test.use({ expectedConsole: [/Failed to launch 'skerry:|net::ERR_FAILED/] });

  test.describe('on Windows', () => {
    test.use({ userAgent: browsers['Desktop Chrome'].userAgent });

    test('downloads its installer', async ({ page, stack }) => {
      await open(page, stack);
      await expect(code(page)).toBeVisible();
      const download = page.waitForEvent('download');
      await button(page, 'Pair device').click();
      expect((await download).suggestedFilename()).toBe('skerry-vpn-setup.exe');
      await expect(page.getByText('The app didn’t open, so its installer is downloading.')).toBeVisible();
    });

    test('does not say that its installer is downloading once its link has failed', async ({ page, stack }) => {
      await open(page, stack);
      await expect(code(page)).toBeVisible();
      const gate = createGate();
      await page.route(`**${installerCall}`, async (route) => {
        await gate.pass();
        await route.abort();
      });
      await button(page, 'Pair device').click();
      await gate.arrived;
      await expect(page.getByText('The app didn’t open, so its installer is downloading.')).toBeVisible();
      await pressDeliberately(button(page, 'Copy link'));
      gate.open();
      await expect(page.getByText('Something went wrong, please try again later')).toBeVisible();
      await expect(page.getByText('The app didn’t open, so its installer is downloading.')).toBeHidden();
    });
  });

  test.describe('on a phone', () => {
    const { userAgent, viewport, hasTouch, isMobile } = browsers['Pixel 7'];
    test.use({ userAgent, viewport, hasTouch, isMobile });

    test('shows a store link, and a button instead of the QR code', async ({ page, stack }) => {
      await open(page, stack);
      await expect(tab(page, 'Mobile')).toHaveAttribute('aria-selected', 'true');
      await expect(code(page)).toHaveCount(0);
      await expect(button(page, 'Copy link')).toBeVisible();
      await button(page, 'Pair device').click();
      await expect(page.getByText('The app didn’t open. Download it above, then pair the device again.')).toBeVisible();
    });
  });
});
