import { readFileSync } from 'node:fs';
import { basename, parse } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { fromRoot } from '../../scripts/root.ts';
import type { ProcessStack } from '../support/built-stack.ts';
import { createGate } from '../support/gate.ts';
import { prepareSetup, returnPath } from './support/bank-setup.ts';
import { createFaultPictures, expectDesigned } from './support/fault-state.ts';
import { readCode } from './support/mails.ts';
import { screenTitle } from './support/screen-title.ts';
import { codeField, emailField, requestCode, signInByToken } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedConsole: [[/ERR_|dynamically imported module|status of 400/], { scope: 'test' }] });

/** A file that loads when it is first needed, and what the page does while it is missing. */
interface MissingFile {
  readonly file: string;
  readonly email?: string;
  readonly path: string | ((page: Page, stack: ProcessStack) => Promise<string>);
  /** Needs the file. */
  act?(page: Page): Promise<unknown>;
  /** The URL asks for the file, so that a reload does, too. Acting again would ask for it a third time. */
  readonly reloadRepeats?: true;
  /**
   * `page`: its own file is missing. `section`: menu and sign-out stay. `toast`: everything stays, and the same button
   * tries again. `banner`: everything else stays, and the banner has a button.
   */
  readonly response: 'page' | 'section' | 'toast' | 'banner';
  /** What stays while the file is missing. */
  stays?(page: Page): Locator;
  /** What is shown once the file is back. */
  done(page: Page): Locator;
}

const anna = 'anna.lindqvist@example.com';
const card = 'active-card@example.com';
const section = (name: string) => `/profile?profile_section=${name}`;
const title = (name: string) => (page: Page) => screenTitle(page, name);
const dialog = (page: Page) => page.getByRole('dialog');
const press = (name: string) => (page: Page) => page.getByRole('main').getByRole('button', { name }).first().click();
const problem = (page: Page) => page.getByRole('alert').filter({ hasText: 'Something went wrong' });
const crash = title('Something went wrong');

const sendCode = async (page: Page) => {
  await emailField(page).fill(anna);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
};

const missingFiles: readonly MissingFile[] = [
  { file: 'account-code-page', path: '/enter/account-code', response: 'page', done: title('Come on in!') },
  { file: 'message-pages', path: '/auth/already-used', response: 'page', done: (page) => page.locator('h1') },
  { file: 'profile-page', email: anna, path: '/profile', response: 'page', done: title('Account') },
  { file: 'account-section', email: anna, path: '/profile', response: 'section', done: title('Account') },
  {
    file: 'billing-area',
    email: card,
    // The bank's response survives the reloads.
    path: async (page, stack) => returnPath(await prepareSetup(page, stack, 'complete'), 'succeeded'),
    response: 'section',
    done: (page) => page.getByRole('status').filter({ hasText: 'Payment method changed successfully' }),
  },
  { file: 'devices-area', email: anna, path: section('DEVICES'), response: 'section', done: title('Devices') },
  {
    file: 'referral-section',
    email: anna,
    path: section('REFERAL'),
    response: 'section',
    done: title('Refer a friend'),
  },
  {
    file: 'router-screen',
    email: anna,
    path: `${section('DEVICES')}&section=ROUTER`,
    response: 'section',
    done: title('Manual router setup'),
  },
  {
    file: 'add-device-dialog',
    email: anna,
    path: section('DEVICES'),
    act: press('Add new device'),
    reloadRepeats: true,
    response: 'toast',
    stays: title('Devices'),
    done: dialog,
  },
  {
    file: 'download-dialog',
    email: anna,
    path: section('DEVICES'),
    act: press('Download the app'),
    response: 'toast',
    stays: title('Devices'),
    done: dialog,
  },
  {
    file: 'renew-dialog',
    email: 'canceled@example.com',
    path: section('BILLING'),
    act: press('Renew subscription'),
    response: 'toast',
    stays: title('Billing'),
    done: dialog,
  },
  {
    file: 'cancel-dialog',
    email: anna,
    path: section('BILLING'),
    act: press('Cancel subscription'),
    response: 'toast',
    stays: title('Billing'),
    done: dialog,
  },
  {
    file: 'store-dialog',
    email: 'play-store@example.com',
    path: section('BILLING'),
    act: press('Cancel subscription'),
    response: 'toast',
    stays: title('Billing'),
    done: dialog,
  },
  {
    file: 'payment-method-dialog',
    email: card,
    path: section('BILLING'),
    act: press('Change payment method'),
    response: 'toast',
    stays: title('Billing'),
    done: dialog,
  },
  {
    file: 'citizenship-dialog',
    email: 'verify-me@example.com',
    path: section('BILLING'),
    act: press('Verify with Diia'),
    response: 'toast',
    stays: title('Billing'),
    done: dialog,
  },
  {
    file: 'enter-notices',
    email: 'marked@example.com',
    path: '/profile',
    response: 'banner',
    stays: emailField,
    done: (page) => dialog(page).getByRole('button', { name: 'Restore account' }),
  },
];

/** Files without which the page goes on as before. */
const unneeded = ['responses', 'start-error-reports', 'sign-in-hints', 'crash-page'];
/** Files of the first step of the sign-in, below. */
const signInFiles = ['send-code', 'code-step'];

test('every file that is loaded on demand is in the table', () => {
  const manifest: Record<string, { isDynamicEntry?: boolean }> = JSON.parse(
    readFileSync(fromRoot('dist/client-manifest.json'), 'utf8'),
  );
  const later = Object.keys(manifest)
    .filter((key) => manifest[key]?.isDynamicEntry)
    .map((key) => parse(basename(key)).name);
  expect(later.sort()).toEqual([...missingFiles.map(({ file }) => file), ...signInFiles, ...unneeded].sort());
});

const addressOf = (file: string) => new RegExp(`/${file}-[^/]*\\.js$`);

for (const { file, email, path, act, reloadRepeats, response, stays, done } of missingFiles) {
  test(`${file} is missing: the page says so, and works as soon as it is back`, async ({ page, stack }) => {
    await page.route(addressOf(file), (route) => route.abort());
    if (email) await signInByToken(page, stack, email);
    const address = typeof path === 'string' ? path : await path(page, stack);
    if (act) {
      await page.goto(address);
      // The first failure reloads the page, once.
      const reloaded = page.waitForEvent('load');
      await act(page);
      await reloaded;
      if (!reloadRepeats) await act(page);
    } else await page.goto(address, { waitUntil: 'commit' });
    if (response === 'toast' || response === 'banner') {
      await expect(problem(page)).toBeVisible();
      await expectDesigned(page);
    } else await expect(crash(page)).toBeVisible();
    if (response === 'section') await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    if (stays) await expect(stays(page)).toBeVisible();
    await createFaultPictures('missing file')(page, file);
    await page.unroute(addressOf(file));
    if (act) await act(page);
    else await page.getByRole('button', { name: 'Try again' }).click();
    await expect(done(page)).toBeVisible();
    await expectDesigned(page);
  });
}

test('add-device-dialog is missing for a link to it: the section says so, and stays', async ({ page, stack }) => {
  await page.route(addressOf('add-device-dialog'), (route) => route.abort());
  await signInByToken(page, stack, anna);
  await page.goto(`${section('DEVICES')}&add_new_device=true`, { waitUntil: 'commit' });
  await expect(problem(page)).toBeVisible();
  await expect(title('Devices')(page)).toBeVisible();
  await expect(page).toHaveURL(section('DEVICES'));
  await expectDesigned(page);
});

for (const file of signInFiles) {
  test(`${file} is missing: the typed email stays, no code is sent, and Continue works as soon as it is back`, async ({
    page,
  }) => {
    let sent = 0;
    await page.route('**/one-time-code/request', (route) => {
      sent += 1;
      return route.continue();
    });
    await page.route(addressOf(file), (route) => route.abort());
    await page.goto('/enter');
    // The first failure reloads the page, once.
    const reloaded = page.waitForEvent('load');
    await sendCode(page);
    await reloaded;
    await expect(emailField(page)).toHaveValue(anna);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(problem(page)).toBeVisible();
    await expect(problem(page)).not.toContainText('offline');
    await expect(emailField(page)).toHaveValue(anna);
    expect(sent).toBe(0);
    await createFaultPictures('missing file')(page, file);
    await page.unroute(addressOf(file));
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(codeField(page)).toBeVisible();
    expect(sent).toBe(1);
  });
}

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true }).first();

for (const [meanwhile, act] of [
  ['has left by a link', (page: Page) => link(page, 'Devices').click()],
  [
    'has gone back and then to another page',
    async (page: Page) => {
      await page.goBack();
      await link(page, /^Configurations: /).click();
    },
  ],
  [
    'has opened something else',
    async (page: Page) => {
      await press('Change payment method')(page);
      await expect(dialog(page)).toBeVisible();
    },
  ],
] as const)
  test(`a file that stalls and then fails does not reload the page if the user ${meanwhile}`, async ({
    page,
    stack,
  }) => {
    const gate = createGate();
    await page.route(addressOf('cancel-dialog'), async (route) => {
      await gate.pass();
      await route.abort();
    });
    await signInByToken(page, stack, 'routers@example.com');
    await page.goto(section('DEVICES'));
    await link(page, 'Billing').click();
    await press('Cancel subscription')(page);
    await gate.arrived;
    await act(page);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    gate.open();
    await expect(problem(page)).toBeVisible();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await page.unrouteAll({ behavior: 'wait' });
    // Not Escape, which a card field would get.
    if (await dialog(page).isVisible()) await dialog(page).getByRole('button', { name: 'Close' }).first().click();
    await link(page, 'Billing').click();
    await press('Cancel subscription')(page);
    await expect(dialog(page)).toBeVisible();
  });

// WebKit keeps the failure of a preloaded file, also for the next page, until a script fetches the file.
test('preloaded files are fetched before a page is loaded again', async ({ page, stack }) => {
  const requested: string[] = [];
  await page.route(addressOf('account-section'), (route) => {
    requested.push(route.request().resourceType());
    return requested.includes('fetch') ? route.continue() : route.abort();
  });
  await signInByToken(page, stack, anna);
  await page.goto('/profile');
  await expect(title('Account')(page)).toBeVisible();
  expect(requested.slice(-2)).toEqual(['fetch', 'script']);
});

test('"Try again" loads the page again only while the user waits for it', async ({ page, stack }) => {
  const gate = createGate();
  let isPressed = false;
  await page.route(addressOf('billing-area'), async (route) => {
    if (!isPressed) return route.abort();
    await gate.pass();
    return route.continue();
  });
  await signInByToken(page, stack, anna);
  await page.goto(section('BILLING'));
  await expect(crash(page)).toBeVisible();
  isPressed = true;
  await press('Try again')(page);
  await gate.arrived;
  await link(page, 'Devices').click();
  const fetched = page.waitForResponse((response) => addressOf('billing-area').test(response.url()));
  gate.open();
  await (await fetched).finished();
  // Fails if the page is loaded again.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  await expect(title('Devices')(page)).toBeVisible();
});

test('a double click on a link whose file is missing reloads the page all the same', async ({ page, stack }) => {
  await page.route(addressOf('billing-area'), (route) => route.abort(), { times: 1 });
  await signInByToken(page, stack, anna);
  await page.goto(section('DEVICES'));
  await link(page, 'Billing').dblclick();
  await expect(title('Billing')(page)).toBeVisible();
  await expect(problem(page)).toHaveCount(0);
});

test('a dialog whose file comes late does not open over another one', async ({ page, stack }) => {
  const gate = createGate();
  await page.route(addressOf('payment-method-dialog'), async (route) => {
    await gate.pass();
    await route.continue();
  });
  await signInByToken(page, stack, card);
  await page.goto(section('BILLING'));
  await press('Change payment method')(page);
  await gate.arrived;
  await press('Cancel subscription')(page);
  await expect(dialog(page)).toContainText('Cancel subscription');
  const loaded = page.waitForResponse((response) => addressOf('payment-method-dialog').test(response.url()));
  gate.open();
  await loaded;
  await page.waitForTimeout(500);
  await expect(page.locator('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await press('Change payment method')(page);
  await expect(dialog(page)).toContainText('Card number');
});

test('"Add new device" works again after its file came while another dialog was open', async ({ page, stack }) => {
  const gate = createGate();
  await page.route(addressOf('add-device-dialog'), async (route) => {
    await gate.pass();
    await route.continue();
  });
  await signInByToken(page, stack, 'routers@example.com');
  await page.goto(section('DEVICES'));
  const add = page.getByRole('button', { name: 'Add new device' });
  // The second press changes nothing.
  await add.click();
  await gate.arrived;
  await add.click();
  await page.getByRole('button', { name: 'Unlink' }).first().click();
  const loaded = page.waitForResponse((response) => addressOf('add-device-dialog').test(response.url()));
  gate.open();
  await loaded;
  await expect(page).toHaveURL(section('DEVICES'));
  await expect(page.locator('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await add.click();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(section('DEVICES'));
});

test('when the file of a notice stalls and then fails, the email that is typed meanwhile stays', async ({ page }) => {
  const gate = createGate();
  await page.route(addressOf('enter-notices'), async (route) => {
    await gate.pass();
    await route.abort();
  });
  await page.goto('/enter?error=SIGNED_OUT');
  await gate.arrived;
  await emailField(page).fill(anna);
  const failed = page.waitForEvent('requestfailed');
  gate.open();
  await failed;
  await expect(problem(page)).toBeVisible();
  await expect(emailField(page)).toHaveValue(anna);
  await page.unrouteAll({ behavior: 'wait' });
  await problem(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('You were signed out')).toBeVisible();
  await expect(emailField(page)).toHaveValue(anna);
});

for (const file of ['sign-in-hints', 'responses']) {
  test(`${file} is missing: the code step opens all the same`, async ({ page }) => {
    await page.route(addressOf(file), (route) => route.abort());
    await page.goto('/enter');
    await sendCode(page);
    await expect(codeField(page)).toBeVisible();
    await expectDesigned(page);
  });
}

test.describe('a stylesheet that is missing once', () => {
  test.use({ expectedConsole: [[/status of 503/], { scope: 'test' }] });

  test('is requested again when its page is shown, if it was loaded ahead', async ({ page, stack }) => {
    const requested: string[] = [];
    await page.route(/\/profile-page-[^/]*\.css$/, (route) => {
      requested.push(route.request().url());
      return requested.length === 1 ? route.fulfill({ status: 503 }) : route.continue();
    });
    const failed = page.waitForEvent('console', (message) => message.text().includes('status of 503'));
    await requestCode(page, anna);
    await failed;
    await codeField(page).fill(await readCode(stack, anna));
    await expect(title('Account')(page)).toBeVisible();
    expect(requested).toHaveLength(2);
    const applied = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href));
    expect(applied).toContain(requested[0]);
  });
});
