import type { Page } from '@playwright/test';
import { addFault } from './support/faults.ts';
import { listRequests } from './support/list-requests.ts';
import { pressDeliberately } from './support/press-deliberately.ts';
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
  toggle,
} from './support/router.ts';
import { screenTitle } from './support/screen-title.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test.describe('a premium location without a subscription', () => {
  test('opens the payment page without asking to leave', async ({ page, stack }) => {
    await openSetup(page, stack, 'free@example.com');
    await radio(page, /^Norway/).click();
    await expect(page.locator('.sticky-bar')).toContainText('the button opens the payment page');
    await downloadButton(page).click();
    await page.waitForURL((url) => url.origin === stack.sandboxOrigin);
    expect(await listRequests(stack, createCall)).toEqual([]);
  });

  test('the form is as it was after the payment, and the file can be downloaded', async ({ page, stack }) => {
    await openSetup(page, stack, 'free@example.com');
    await nameField(page).fill('Cabin');
    await radio(page, /^Norway/).click();
    await toggle(page, 'DNS Adblock').click();
    await downloadButton(page).click();
    await page.waitForURL((url) => url.origin === stack.sandboxOrigin);
    await page.getByRole('button').first().click();
    await page.waitForURL(/payment\/success/);
    await expect(screenTitle(page)).toBeVisible();
    await page.goto('/profile');
    await page.getByRole('link', { name: 'Continue setup' }).click();
    await expect(page.getByText('Your settings are still here')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Continue setup' })).toHaveCount(0);
    await expect(nameField(page)).toHaveValue('Cabin');
    await expect(toggle(page, 'DNS Adblock')).toBeChecked();
    await expect(page.locator('.sticky-bar')).not.toContainText('payment page');
    expect((await downloadFile(page)).suggestedFilename()).toBe('Cabin_config.ovpn');
    await page.goto('/profile?profile_section=DEVICES');
    await expect(page.getByText('Cabin')).toBeVisible();
    await expect(page.getByText('Your router setup isn’t finished')).toHaveCount(0);
    await page.goto(setup);
    await expect(nameField(page)).toHaveValue('');
  });

  test('coming back without a payment keeps the form and says what is missing', async ({ page, stack }) => {
    await openSetup(page, stack, 'free@example.com');
    await radio(page, /^Norway/).click();
    await downloadButton(page).click();
    await page.waitForURL((url) => url.origin === stack.sandboxOrigin);
    await page.goto(setup);
    await expect(page.getByText('This location needs Premium.')).toBeVisible();
    await expect(radio(page, /^Norway/)).toBeChecked();
    // Leaving on purpose drops it.
    await page.getByRole('link', { name: 'Devices management' }).click();
    await button(page, 'Leave').click();
    await page.goto(setup);
    await expect(nameField(page)).toBeVisible();
    await expect(page.getByText('Your settings are still here')).toHaveCount(0);
  });

  test('still asks before it is left if the plans could not be opened offline', async ({ page, context, stack }) => {
    await openSetup(page, stack, 'free@example.com');
    await radio(page, /^Norway/).click();
    // The flags of the list, too.
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await downloadButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'You seem to be offline' })).toBeVisible();
    await context.setOffline(false);
    await nameField(page).fill('Garden house');
    await page.getByRole('link', { name: 'Devices management' }).click();
    await expect(page.getByRole('dialog')).toContainText('Are you sure you want to leave the page?');
    await button(page, 'Cancel').click();
    await expect(nameField(page)).toHaveValue('Garden house');
  });

  test.describe('without a payment link', () => {
    test.use({ expectedConsole: [/status of 404/] });

    test('opens the order page', async ({ page, stack }) => {
      await openSetup(page, stack, 'free@example.com');
      await addFault(stack, { method: 'GET', path: '/web/v1/store/payment-link', status: 404 });
      await radio(page, /^Norway/).click();
      await downloadButton(page).click();
      await page.waitForURL(`${stack.sandboxOrigin}/order/**`);
    });
  });

  test('a free location needs no subscription', async ({ page, stack }) => {
    await openSetup(page, stack, 'free@example.com');
    await chooseFrankfurt(page);
    await downloadFile(page);
    await expect(screenTitle(page, 'Configurations')).toBeVisible();
  });
});

test.describe('leaving', () => {
  const question = (page: Page) => page.getByRole('dialog', { name: 'Are you sure you want to leave the page?' });

  test('an untouched screen asks nothing', async ({ page, stack }) => {
    await openSetup(page, stack);
    await page.getByRole('link', { name: 'Devices management' }).click();
    await expect(screenTitle(page, 'Devices')).toBeVisible();
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
    await openSetup(page, stack);
    await nameField(page).fill('Attic');
    await page.getByRole('link', { name: 'Referral' }).click();
    await button(page, 'Leave').click();
    await expect(screenTitle(page, 'Refer a friend')).toBeVisible();
    await page.goBack();
    await expect(nameField(page)).toHaveValue('');
  });

  test('Leave goes after a reload, too', async ({ page, stack }) => {
    page.on('dialog', (dialog) => dialog.accept());
    await signIn(page, stack, anna);
    await page.goto('/profile?profile_section=DEVICES&add_new_device=router');
    await page.getByRole('link', { name: 'Manual router setup' }).click();
    await nameField(page).fill('Attic');
    await page.reload();
    await nameField(page).fill('Cellar');
    await page.evaluate(() => history.back());
    await expect(question(page)).toBeVisible();
    await button(page, 'Cancel').click();
    await expect(nameField(page)).toHaveValue('Cellar');
    await page.evaluate(() => history.back());
    await button(page, 'Leave').click();
    await expect(page.getByRole('tab', { name: 'Router' })).toHaveAttribute('aria-selected', 'true');
  });

  test('Forward closes the question, and the draft stays guarded', async ({ page, stack }) => {
    await signIn(page, stack, anna);
    await page.goto('/profile?profile_section=DEVICES&add_new_device=router');
    await page.getByRole('link', { name: 'Manual router setup' }).click();
    await nameField(page).fill('Attic');
    await page.evaluate(() => history.back());
    await expect(question(page)).toBeVisible();
    await page.evaluate(() => history.forward());
    await expect(question(page)).toBeHidden();
    await expect(nameField(page)).toHaveValue('Attic');
    await page.evaluate(() => history.back());
    await button(page, 'Leave').click();
    await expect(page.getByRole('tab', { name: 'Router' })).toHaveAttribute('aria-selected', 'true');
  });

  test('a reverted draft asks nothing', async ({ page, stack }) => {
    await openSetup(page, stack);
    await nameField(page).fill('Attic');
    await nameField(page).fill('');
    await page.getByRole('link', { name: 'Devices management' }).click();
    await expect(screenTitle(page, 'Devices')).toBeVisible();
  });

  test('closing the tab asks only while there is a draft', async ({ page, stack }) => {
    await openSetup(page, stack);
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
    await expect(screenTitle(page, 'Configurations')).toBeVisible();
    await page.reload();
    await expect(screenTitle(page, 'Configurations')).toBeVisible();
  });

  test('signing out asks, too: Cancel keeps draft and session, Leave ends both', async ({ page, stack }) => {
    await openSetup(page, stack);
    await nameField(page).fill('Attic');
    await button(page, 'Sign out').click();
    await expect(question(page)).toBeVisible();
    await button(page, 'Cancel').click();
    await expect(nameField(page)).toHaveValue('Attic');
    await pressDeliberately(button(page, 'Sign out'));
    await button(page, 'Leave').click();
    await expect(page).toHaveURL('/enter');
  });

  test('an untouched screen allows signing out at once', async ({ page, stack }) => {
    await openSetup(page, stack);
    await button(page, 'Sign out').click();
    await expect(page).toHaveURL('/enter');
  });

  test('the device list is reloaded after creating a router', async ({ page, stack }) => {
    await openSetup(page, stack);
    await chooseFrankfurt(page);
    await downloadFile(page);
    await expect(screenTitle(page, 'Configurations')).toBeVisible();
    const load = page.waitForEvent('load');
    await page.getByRole('link', { name: 'Devices management' }).click();
    await load;
    await expect(page.getByRole('link', { name: 'Configurations: Router 1' })).toBeVisible();
  });
});

test('Back from the setup returns to the tab that led to it', async ({ page, stack }) => {
  await signIn(page, stack, anna);
  await page.goto('/profile?profile_section=DEVICES');
  await button(page, 'Add new device').click();
  await page.getByRole('tab', { name: 'Router' }).click();
  await page.getByRole('link', { name: 'Manual router setup' }).click();
  await expect(nameField(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Router' })).toHaveAttribute('aria-selected', 'true');
  await button(page, 'Close').click();
  await expect(page.getByRole('dialog')).toBeHidden();
});
