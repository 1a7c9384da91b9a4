import type { Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import { createPair, isSignedIn } from './support/accounts.ts';
import { addFault } from './support/faults.ts';
import { holdRequests } from './support/hold-requests.ts';
import { listRequests } from './support/list-requests.ts';
import { readCode } from './support/mails.ts';
import { pressDeliberately } from './support/press-deliberately.ts';
import { revalidate } from './support/revalidate.ts';
import { chooseFrankfurt, downloadButton, setup } from './support/router.ts';
import { codeField, requestCode, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// The page still shows an earlier session: no tab was told of the next one.
test.use({ expectedConsole: [/status of 412/] });

const anna = 'anna.lindqvist@example.com';
const free = 'free@example.com';

for (const { ends, end } of [
  { ends: 'is closed', end: (tab: Page) => tab.close() },
  { ends: 'leads elsewhere', end: (tab: Page) => tab.goto('about:blank') },
])
  test(`a sign-in ends when its tab ${ends}`, async ({ page, context, stack }) => {
    const tab = await context.newPage();
    await requestCode(tab, free);
    await addFault(stack, { ...calls.verifyOneTimeCode, delayMs: 3_000, times: 1 });
    const sent = tab.waitForRequest(`**${calls.verifyOneTimeCode.path}`);
    await codeField(tab).fill(await readCode(stack, free));
    await sent;
    // Until the gateway has it, too.
    await page.waitForTimeout(500);
    await end(tab);
    await expect.poll(() => listRequests(stack, calls.verifyOneTimeCode.path)).toMatchObject([{ status: 200 }]);
    await page.waitForTimeout(500);
    expect(await isSignedIn(page, stack)).toBe(false);
  });

test('deletes no other account when one has signed in that the page has not heard of', async ({ page, stack }) => {
  await signIn(page, stack, anna);
  await page.goto('/profile');
  await expect(page.getByRole('main')).toContainText(anna);
  await signIn(page, stack, free);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText(anna);
  await pressDeliberately(dialog.getByRole('button', { name: 'Delete account' }));
  await expect(page.getByRole('main')).toContainText(free);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main')).not.toContainText(anna);
  expect(await listRequests(stack, calls.deleteAccount.path)).toEqual([]);
});

test('the next press acts in the account that is shown, and other tabs show it, too', async ({
  page,
  context,
  stack,
}) => {
  await signIn(page, stack, anna);
  await page.goto('/profile');
  const other = await context.newPage();
  // As a tab in the background: of two visible pages, only the first that has loaded the account names it.
  await other.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  await other.goto('/profile');
  await expect(other.getByRole('main')).toContainText(anna);
  await signIn(page, stack, free);
  const newsletter = page.getByRole('checkbox', { name: 'Newsletter notifications' });
  await newsletter.click();
  await expect(page.getByText(`Signed in as ${free}`)).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(anna);
  await expect(other.getByRole('main')).toContainText(free);
  expect(await listRequests(stack, calls.updateSettings.path)).toEqual([]);
  await newsletter.click();
  await expect.poll(() => listRequests(stack, calls.updateSettings.path)).toHaveLength(1);
});

const devices = '/profile?profile_section=DEVICES';
for (const { what, account, path, start, names } of [
  {
    what: 'a cancellation that one account has left',
    account: anna,
    path: calls.cancelSubscription.path,
    async start(page: Page) {
      await page.goto('/profile');
      await page.getByRole('link', { name: 'Billing' }).click();
      await page.getByRole('button', { name: 'Cancel subscription' }).click();
      await pressDeliberately(page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }));
    },
    names: 'subscription',
  },
  {
    what: 'a new name that one account gave its router',
    account: 'routers@example.com',
    path: calls.renameDevice.path,
    async start(page: Page) {
      await page.goto(devices);
      await page.getByRole('link', { name: 'Configurations: Router 1' }).click();
      await page.getByRole('button', { name: 'Edit device name' }).click();
      await page.getByRole('textbox', { name: 'Device name' }).fill('Cellar');
      await page.getByRole('button', { name: 'Save' }).click();
    },
    names: 'Device name',
  },
  {
    what: 'a router that one account has created',
    account: anna,
    path: calls.createRouterConfiguration.path,
    async start(page: Page) {
      await page.goto(setup);
      await chooseFrankfurt(page);
      await downloadButton(page).click();
    },
    names: 'Configuration file',
  },
])
  test(`${what} is not told to the next one`, async ({ page, stack }) => {
    await signIn(page, stack, account);
    const held = await holdRequests(page, `**${path}`);
    await start(page);
    await held.arrived;
    await page.goBack();
    // Toasts under the pointer stay.
    await page.mouse.move(0, 0);
    await signIn(page, stack, free);
    await revalidate(page);
    const notice = page.getByText(`Signed in as ${free}`);
    await expect(notice).toBeVisible();
    const response = page.waitForResponse(`**${path}`);
    held.release();
    await (await response).finished();
    // Another toast would follow at once, for four seconds.
    await expect(notice).toHaveCount(0);
    expect(await page.getByRole('alert').filter({ hasText: names }).count()).toBe(0);
  });

for (const { what, path, press, shows } of [
  { what: 'a pairing code', path: devices, press: 'Add new device', shows: { role: 'button', name: 'Copy link' } },
  {
    what: 'the setup of a router',
    path: setup,
    press: null,
    shows: { role: 'textbox', name: 'Router name' },
  },
] as const) {
  test(`${what} of one account does not become the next one’s`, async ({ page, stack }) => {
    await signIn(page, stack, anna);
    await page.goto(path);
    if (press) await page.getByRole('button', { name: press }).click();
    await expect(page.getByRole(shows.role, { name: shows.name })).toBeVisible();
    const before = (await listRequests(stack, calls.createPermanentToken.path)).length;
    await signIn(page, stack, free);
    await revalidate(page);
    await expect(page.getByText(`Signed in as ${free}`)).toBeVisible();
    await expect(page).toHaveURL(devices);
    await expect(page.getByRole('button', { name: 'Add new device' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await listRequests(stack, calls.createPermanentToken.path)).toHaveLength(before);
  });
}

test('a read continues in the session that the browser has', async ({ page, stack }) => {
  await page.goto(`/profile?${await createPair(stack, free)}`);
  await expect(page.getByRole('main')).toContainText(free);
  await signIn(page, stack, anna);
  await revalidate(page);
  await expect(page.getByText(`Signed in as ${anna}`)).toBeVisible();
  await expect(page.getByRole('main')).toContainText(anna);
});
