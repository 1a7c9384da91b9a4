import { Key } from 'selenium-webdriver';
import { anna, expect, plainPage, test } from './support/flow.ts';
import { openPage, type Page } from './support/page.ts';
import { startBrowser } from './support/start-browser.ts';

/** Runs steps in a browser that refuses cookies and storage, as a visitor may choose in its settings. */
async function withBlockedStorage(origin: string, steps: (page: Page) => Promise<void>): Promise<void> {
  const browser = await startBrowser({ blockStorage: true });
  try {
    const page = openPage(browser.driver, origin);
    await page.goto(plainPage);
    // The engine refuses at least cookies; otherwise these tests would show nothing.
    const kept = await page.run<boolean>('document.cookie = "probe=1"; return document.cookie.includes("probe")');
    expect(kept, 'a cookie is kept').toBe(false);
    await steps(page);
    expect(await browser.takeErrors(), 'errors that the browser printed').toEqual([]);
  } finally {
    await browser.close();
  }
}

test('the sign-in page says that signing in needs cookies', async ({ stack }) => {
  await withBlockedStorage(stack.origin, async (page) => {
    await page.goto('/enter');
    await page.sees('Signing in requires cookies');
    await page.fill('Email', anna);
    await page.press(Key.ENTER);
    await page.click('link', 'Have an account code?');
    await page.sees('Signing in requires cookies');
  });
});

test('pages without a session work', async ({ stack }) => {
  await withBlockedStorage(stack.origin, async (page) => {
    for (const path of ['/payment/success', '/auth/already-used', '/h/error', '/enter/help']) {
      await page.goto(path);
      await expect.poll(() => page.heading(), { message: path }).not.toBe('');
      await page.select('Language', 'de');
      await expect.poll(() => page.run('return document.documentElement.lang'), { message: path }).toBe('de');
    }
  });
});
