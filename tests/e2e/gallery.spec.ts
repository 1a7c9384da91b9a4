import { checkAxe, checkReflow, checkTargetSizes } from './support/check-page.ts';
import { expect, test } from './support/gallery.ts';

for (const theme of ['light', 'dark']) {
  for (const width of [390, 1280]) {
    test(`every primitive passes axe and the target size in the ${theme} theme at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(`/?theme=${theme}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await checkAxe(page);
      await checkTargetSizes(page);
      await checkReflow(page);
    });
  }
}

test('the gallery is readable in forced colors and in print', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto('/');
  const border = await page
    .getByRole('button', { name: 'Default', exact: true })
    .evaluate((button) => getComputedStyle(button).borderTopColor);
  expect(border).not.toBe('rgba(0, 0, 0, 0)');
  await page.emulateMedia({ media: 'print', forcedColors: null });
  await expect(page.getByRole('button', { name: 'Default', exact: true })).toBeHidden();
});

test('an inactive button stays in the tab order and does nothing', async ({ page }) => {
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Download config file' }).first();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.focus();
  await expect(button).toBeFocused();
  await expect(button).toHaveAccessibleDescription('Please select the country you want to connect to.');
});

test('a tooltip opens on focus and hover and closes on Esc', async ({ page }) => {
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Download config file' }).first();
  const words = page.getByRole('tooltip', { name: 'Please select the country you want to connect to.' });
  await button.focus();
  await expect(words).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(words).toBeHidden();
  await button.blur();
  await button.hover();
  await expect(words).toBeVisible();
  await words.hover();
  await expect(words).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(words).toBeHidden();
});

test.describe('with touch', () => {
  test.use({ hasTouch: true });
  test('a tooltip opens on tap', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Download config file' }).first().tap({ force: true });
    await expect(page.getByRole('tooltip', { name: 'Please select' })).toBeVisible();
  });
});

test('a dialog traps focus, closes on Esc and restores focus', async ({ page }) => {
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Open a dialog' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Unlink this device?' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('heading')).toBeFocused();
  // The page behind the dialog is inert.
  await page.getByRole('button', { name: 'Good toast' }).focus();
  await expect(dialog.getByRole('heading')).toBeFocused();
  for (const name of ['Close', 'Cancel', 'Unlink device']) {
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a dialog without a close button ignores Esc', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Open one without' }).click();
  const dialog = page.getByRole('dialog', { name: 'Wait a minute...' });
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Restore account' }).click();
  await expect(dialog).toBeHidden();
});

test('a menu opens by keyboard and closes on Esc and on blur', async ({ page }) => {
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Help center' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Help center' })).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('link', { name: 'Help center' })).toBeHidden();
});

test('arrows, Home and End move and select tabs', async ({ page }) => {
  await page.goto('/');
  const tab = (name: string) => page.getByRole('tab', { name });
  await tab('Desktop').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Mobile')).toBeFocused();
  await expect(tab('Mobile')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(tab('Router')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Desktop')).toBeFocused();
  await expect(page.getByRole('tabpanel', { name: 'Desktop' })).toContainText('desktop');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Streaming-Dienste' })).toBeFocused();
});

test('a switch works by keyboard, and a disabled one says why', async ({ page }) => {
  await page.goto('/');
  const adblock = page.getByRole('switch', { name: 'DNS Adblock', exact: true });
  await adblock.focus();
  await page.keyboard.press('Space');
  await expect(adblock).toBeChecked();
  const disabled = page.getByRole('switch', { name: 'DNS Adblock for all' });
  await disabled.focus();
  await page.keyboard.press('Space');
  await expect(disabled).not.toBeChecked();
  await expect(disabled).toHaveAccessibleDescription(/streaming mode/);
});

test('a code field is one text field that accepts pasted text', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  const field = page.getByRole('textbox', { name: 'Code, typing' });
  await field.focus();
  await page.evaluate(() => navigator.clipboard.writeText('In 2026 your code is 987 654.'));
  await page.keyboard.press('ControlOrMeta+v');
  await expect(field).toHaveValue('987654');
  await page.keyboard.press('Backspace');
  await expect(field).toHaveValue('98765');
  await expect(page.getByRole('textbox', { name: 'Code, error' })).toHaveAccessibleDescription('Wrong code');
});

test('a picker is one tab stop, with arrows, groups and type-ahead inside', async ({ page }) => {
  await page.goto('/');
  const row = (name: string) => page.getByRole('group', { name: 'Choose a location' }).getByRole('radio', { name });
  await page.getByRole('button', { name: 'Copy password' }).focus();
  await page.keyboard.press('Tab');
  await expect(row('Frankfurt')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row('Munich')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(row('France')).toBeFocused();
  await page.keyboard.press('g');
  const group = page.getByRole('button', { name: /^Germany/ });
  await expect(group).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(row('Munich')).toBeChecked();
});

test('toasts appear one at a time for four seconds and pause while hovered or focused', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('button', { name: 'Good toast' }).click();
  await page.getByRole('button', { name: 'Bad toast' }).click();
  const good = page.getByRole('status').filter({ hasText: 'Device was deleted' });
  const bad = page.locator('.toasts').getByRole('alert').filter({ hasText: 'Device deletion failed' });
  await expect(good).toBeVisible();
  await expect(bad).toHaveCount(0);
  await good.hover();
  await page.clock.runFor(10_000);
  await expect(good).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(4_100);
  await expect(bad).toBeVisible();
  await bad.getByRole('button', { name: 'Close' }).click();
  await expect(bad).toHaveCount(0);
});

test('a countdown is announced only at its end', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const timer = page.getByRole('timer');
  await expect(timer).toHaveAttribute('aria-live', 'off');
  const said = page.getByRole('status').filter({ hasText: 'You can resend now' });
  await page.clock.runFor(30_000);
  await expect(timer).toHaveText(/0:(28|29|30)/);
  await expect(said).toHaveCount(0);
  await page.clock.runFor(31_000);
  await expect(timer).toHaveText('0:00');
  await expect(said).toHaveCount(1);
});

test('a copy button shows its copied state for 2.5 seconds', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('button', { name: 'Copy username' }).click();
  const copied = page.getByRole('button', { name: 'Copied' }).nth(1);
  await expect(copied).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('u7f3k9-r1');
  await page.clock.runFor(2_600);
  await expect(page.getByRole('button', { name: 'Copy username' })).toBeVisible();
});
