import type { Page, Route } from '@playwright/test';
import { createGate } from '../support/gate.ts';
import { expect, test } from './support/test.ts';

test.use({ waitsForStart: false });

const isHydrated = (page: Page) => expect(page.locator('html')).not.toHaveAttribute('data-prerendered');

test.describe('when a file of the page is missing', () => {
  test.use({ expectedConsole: [/Failed to load resource|net::ERR/] });

  for (const path of ['/enter', '/payment/success']) {
    test(`${path} says so in one sentence, with a button that loads it again`, async ({ page }) => {
      await page.route('**/assets/index-*.js', (route) => route.abort());
      await page.goto(`${path}?lang=fr`);
      const notice = page.locator('.load-failed');
      await expect(notice).toBeVisible();
      await expect(page.locator('.too-old')).toBeHidden();
      await page.unroute('**/assets/index-*.js');
      await notice.getByRole('button').click();
      await isHydrated(page);
      await expect(page.locator('.load-failed')).toBeHidden();
    });
  }
});

test.describe('when the texts are missing', () => {
  test.use({ expectedConsole: [/Failed to load resource|net::ERR|Translations could not/] });

  test('the page reloads when the network is back, and keeps the typed email', async ({ page }) => {
    const texts = /\/assets\/(en|fr)-[^/]*\.json$/;
    await page.route(texts, (route) => route.abort());
    await page.goto('/enter?lang=fr');
    await expect(page.locator('.load-failed')).toBeVisible();
    const field = page.locator('[type=email]');
    await field.fill('free@example.com');
    await page.unroute(texts);
    const reloaded = page.waitForEvent('load');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await reloaded;
    await isHydrated(page);
    await expect(field).toHaveValue('free@example.com');
  });
});

const accountCodeFile = /\/assets\/account-code-page-[^/]*\.js$/;

/** Types an account code while the page's own file is on its way. The file then fails. */
async function typeWhileFileFails(page: Page, options?: { times: number }): Promise<void> {
  const gate = createGate();
  const fail = async (route: Route) => {
    await gate.pass();
    await route.abort();
  };
  await page.route(accountCodeFile, fail, options);
  await page.goto('/enter/account-code', { waitUntil: 'commit' });
  await gate.arrived;
  await page.getByRole('textbox').fill('SKR-1234');
  gate.open();
}

test.describe('when a file of the page fails once', () => {
  test.use({ expectedConsole: [/Failed to load resource|net::ERR|Translations could not/] });

  test('the account code that is typed meanwhile stays', async ({ page }) => {
    await typeWhileFileFails(page, { times: 1 });
    await isHydrated(page);
    await expect(page.getByRole('textbox')).toHaveValue('SKR-1234');
  });

  test('when it fails twice, the account code stays under a notice, whose button loads the page again', async ({
    page,
  }) => {
    await typeWhileFileFails(page);
    const notice = page.locator('.load-failed');
    await expect(notice).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveValue('SKR-1234');
    await page.unroute(accountCodeFile);
    await notice.getByRole('button').click();
    await isHydrated(page);
    await expect(notice).toBeHidden();
  });

  test('what is typed before the texts have come stays, too', async ({ page }) => {
    const texts = createGate();
    await page.route(accountCodeFile, (route) => route.abort());
    await page.route(/\/assets\/en-[^/]*\.json$/, async (route) => {
      await texts.pass();
      await route.continue();
    });
    await page.goto('/enter/account-code', { waitUntil: 'commit' });
    await texts.arrived;
    await page.getByRole('textbox').fill('SKR-1234');
    texts.open();
    await expect(page.locator('.load-failed')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveValue('SKR-1234');
  });

  test('texts that fail once are requested again, before English takes their place', async ({ page }) => {
    await page.route(/\/assets\/fr-[^/]*\.json$/, (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.goto('/enter?lang=fr', { waitUntil: 'commit' });
    await page.locator('[type=email]').fill('free@example.com');
    await isHydrated(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(page.locator('[type=email]')).toHaveValue('free@example.com');
  });
});
