import { emailField } from './support/sign-in.ts';
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
  test.use({ expectedConsole: [/ERR_FAILED|Translations could not be loaded/] });

  test('keep the old language, and the page says so', async ({ page }) => {
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('Translations could not be'));
    await page.goto('/enter');
    await page.route(/\/de-[^/]*\.json$/, (route) => route.abort());
    await page.getByLabel('Language').selectOption('de');
    await expect(page.getByRole('alert').filter({ hasText: 'We couldn’t load that language' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await logged;
    await expect(page.getByLabel('Language')).toHaveValue('en');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});

test.describe('a page with a missing file', () => {
  test.use({ locale: 'de-DE', expectedConsole: [/ERR_FAILED|Translations could not be loaded/] });

  for (const [what, files, path] of [
    ['script', /\/assets\/index-[^/]*\.js$/, '/enter'],
    ['texts', /\/assets\/[a-z]{2}-[^/]*\.json$/, '/enter'],
  ] as const) {
    test(`says so in its language when its ${what} cannot be loaded`, async ({ page }) => {
      await page.route(files, (route) => route.abort());
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByText('Diese Seite konnte nicht geladen werden.')).toBeVisible();
      await expect(page.getByText('This page could not be loaded.')).toBeHidden();
      await expect(page.getByText('Ihr Browser ist für diese Website zu alt.')).toBeHidden();
    });
  }

  for (const path of ['/enter', '/payment/success']) {
    test(`${path} needs no stylesheet but its own`, async ({ page }) => {
      const requested: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'stylesheet') requested.push(request.url());
      });
      await page.goto(path);
      await expect(page.locator('h1')).toBeVisible();
      expect(requested).toEqual([]);
    });
  }
});
