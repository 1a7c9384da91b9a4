import { anna, expect, readCode, requestCode, signIn, test } from './support/flow.ts';
import { openPage } from './support/page.ts';
import { startBrowser } from './support/start-browser.ts';

test('the first visit is in the language of the browser, and the address may ask for another', async ({ stack }) => {
  const german = await startBrowser({ language: 'de-AT' });
  const page = openPage(german.driver, stack.origin);
  try {
    await page.goto('/enter');
    await page.shows('Anmelden');
    expect(await page.run('return document.documentElement.lang')).toBe('de');
    await page.goto('/enter?lang=fr');
    await page.shows('Se connecter');
  } finally {
    await german.close();
  }
});

test('session, theme and language outlive the browser', async ({ stack, sandbox }) => {
  const first = await startBrowser();
  const before = openPage(first.driver, stack.origin);
  // By the form: cookies that the driver sets end with the browser.
  await requestCode(before, anna);
  await before.type(await readCode(sandbox, anna));
  await before.shows('Account');
  await before.click('button', /^Switch to (dark|light) theme/);
  const theme = await before.run('return document.documentElement.dataset.theme');
  await before.select('Language', 'es');
  await before.shows('Cuenta');
  await first.close();

  const second = await startBrowser({ profile: first.profile });
  const after = openPage(second.driver, stack.origin);
  try {
    await after.goto('/profile');
    await after.shows('Cuenta');
    await after.sees(anna);
    expect(await after.run('return document.documentElement.dataset.theme')).toBe(theme);
  } finally {
    await second.close();
  }
});

test('the theme changes at once', async ({ page }) => {
  await page.goto('/enter');
  await page.shows('Sign in');
  const background = () => page.run<string>('return getComputedStyle(document.body).backgroundColor');
  const before = await background();
  await page.click('button', /^Switch to (dark|light) theme/);
  await expect.poll(background).not.toBe(before);
});

for (const [locale, date, price] of [
  ['en', /\d{1,2} \p{L}+ 20\d\d|\p{L}+ \d{1,2}, 20\d\d/u, /€/],
  ['uk', /\d{1,2} \p{L}+ 20\d\d/u, /€|EUR/],
  ['de', /\d{1,2}\. \p{L}+ 20\d\d/u, /€/],
  ['fr', /\d{1,2} \p{L}+ 20\d\d/u, /€/],
  ['es', /\d{1,2} de \p{L}+ de 20\d\d/u, /€/],
  ['pt', /\d{1,2} de \p{L}+ de 20\d\d/u, /€/],
] as const) {
  test(`dates and prices are written as in ${locale}`, async ({ page, sandbox }) => {
    await signIn(page, sandbox, 'active-card@example.com');
    await page.goto(`/profile?profile_section=BILLING&lang=${locale}`);
    await page.sees(date);
    await page.sees(price);
  });
}
