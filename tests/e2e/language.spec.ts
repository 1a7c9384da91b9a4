import { emailField } from './support/sign-in-by-form.ts';
import { expect, test } from './support/test.ts';

test('the language changes without a reload: typed text, step and selection stay', async ({ page, context }) => {
  await page.goto('/enter');
  await emailField(page).fill('anna@example.com');
  await page.evaluate(() => {
    document.body.dataset.untouched = 'yes';
  });
  await page.getByLabel('Language').focus();
  await page.getByLabel('Language').selectOption('uk');
  await expect(page.getByRole('heading', { name: 'Увійти' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
  await expect(page).toHaveTitle('Увійти – Skerry VPN');
  await expect(page.locator('input[type=email]')).toHaveValue('anna@example.com');
  await expect(page.locator('select')).toBeFocused();
  await expect(page.locator('body')).toHaveAttribute('data-untouched', 'yes');
  expect((await context.cookies()).find(({ name }) => name === 'locale')?.value).toBe('uk');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Увійти' })).toBeVisible();
});

test.describe('a visitor from abroad', () => {
  test.use({ locale: 'de-AT' });

  test('sees the browser’s language, unless the URL sets another', async ({ page }) => {
    await page.goto('/enter');
    await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
    await page.goto('/enter?lang=fr');
    await expect(page.getByRole('heading', { name: 'Se connecter' })).toBeVisible();
  });
});

test.describe('translations that fail to load', () => {
  test.use({ expectedConsole: [/ERR_FAILED/] });

  test('keep the old language, and the page says so', async ({ page }) => {
    await page.goto('/enter');
    await page.route(/\/de-[^/]*\.json$/, (route) => route.abort());
    await page.getByLabel('Language').selectOption('de');
    await expect(page.getByRole('alert').filter({ hasText: 'We couldn’t load that language' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByLabel('Language')).toHaveValue('en');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});
