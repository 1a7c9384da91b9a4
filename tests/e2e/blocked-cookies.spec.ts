import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import playwrightConfig from '../../playwright.config.ts';
import { findChromium } from '../../scripts/find-chromium.ts';
import { listRequests } from './support/list-requests.ts';
import { emailField } from './support/sign-in.ts';
import { expect, test as plainTest } from './support/test.ts';

/** A page in a Chromium with its own setting 'Block all cookies', which also blocks web storage. */
const test = plainTest.extend({
  page: async ({ stack }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'skerry-blocked-'));
    await mkdir(join(folder, 'Default'));
    const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
    await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(settings));
    const executablePath = findChromium();
    const context = await chromium.launchPersistentContext(folder, {
      ...(executablePath && { executablePath }),
      baseURL: stack.origin,
      locale: 'en-GB',
      args: [...(playwrightConfig.use?.launchOptions?.args ?? [])],
    });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await use(page);
    await context.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    expect(errors, 'uncaught errors').toEqual([]);
  },
});

test('the browser of these tests blocks storage', async ({ page }) => {
  await page.goto('/enter');
  const error = await page.evaluate(() => {
    try {
      return String(localStorage.length);
    } catch (failure) {
      return (failure as Error).name;
    }
  });
  expect(error).toBe('SecurityError');
});

test('the sign-in page says that signing in requires cookies, and sends nothing', async ({ page, stack }) => {
  await page.goto('/enter');
  const alert = page.getByRole('alert').filter({ hasText: 'Signing in requires cookies' });
  await expect(alert).toBeVisible();
  await expect(alert.getByRole('button', { name: 'Reload page' })).toBeVisible();
  await emailField(page).fill('anna.lindqvist@example.com');
  await page.keyboard.press('Enter');
  await expect(page.locator(':focus').filter({ has: alert })).toBeVisible();
  expect(await listRequests(stack, '/web/v1/account/one-time-code/request')).toEqual([]);
  await page.getByRole('link', { name: 'Have an account code?' }).click();
  await expect(page.getByRole('heading', { name: 'Come on in!' })).toBeVisible();
  await expect(alert).toBeVisible();
});

for (const path of [
  '/payment/success',
  '/auth/already-used',
  '/h/otc',
  '/h/error',
  '/enter/help',
  '/change-email?token=x',
]) {
  test(`${path} works without storage`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByLabel('Language').first().selectOption('de');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  });
}
