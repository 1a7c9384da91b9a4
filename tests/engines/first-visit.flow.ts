import { Key } from 'selenium-webdriver';
import { anna, expect, test } from './support/flow.ts';

// In a file of its own: the browser has no file in its cache.

test('without a network from the first key on, the typed email stays, too', async ({
  page,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(/code-step|send-code|Failed to load|connect|NetworkError/i);
  await page.goto('/enter');
  await page.shows('Sign in');
  await browser.setOffline(true);
  try {
    await page.fill('Email', anna);
    await page.press(Key.ENTER);
    // WebKit's window does not notice it.
    await page.sees(/You seem to be offline\.|Something went wrong/);
  } finally {
    await browser.setOffline(false);
  }
  // Firefox notifies the page, which reloads itself: Firefox does not request a file again whose import has failed.
  if (process.env.ENGINE === 'firefox') await expect.poll(() => page.text()).not.toContain('You seem to be offline.');
  await expect.poll(async () => (await page.find('field', 'Email')).getProperty('value')).toBe(anna);
  // One press is enough, or two if the network was not back yet when Firefox tried.
  const next = async () => {
    if ((await page.text()).includes('Check your email')) return true;
    await page.run('document.querySelector("form button[type=submit]")?.click()');
    return false;
  };
  await expect.poll(next, { interval: 2_000 }).toBe(true);
});
