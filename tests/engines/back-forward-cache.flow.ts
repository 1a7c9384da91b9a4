import { anna, expect, plainPage, signIn, test } from './support/flow.ts';
import type { Page } from './support/page.ts';

/** Notes, frame by frame after a return from the back-forward cache, whether the account can be seen. */
const watchFrames = `
  window.accountSeen = [];
  addEventListener('pageshow', ({ persisted }) => {
    window.persisted = persisted;
    const note = () => {
      const seen = getComputedStyle(document.querySelector('#root')).visibility === 'visible';
      window.accountSeen.push(seen && document.body.innerText.includes(arguments[0]));
      requestAnimationFrame(note);
    };
    note();
  });
`;

/** Leaves by a navigation of the page itself: the driver's own does not enter the cache. */
async function leave(page: Page): Promise<void> {
  await page.run('setTimeout(() => { location.href = arguments[0]; })', plainPage);
  await page.isAt(plainPage);
}

const goBack = (page: Page) => page.run('setTimeout(() => { history.back(); })');

/** Firefox loads our pages anew on Back, so that only WebKit can show an old one. */
const cachedTest = test.runIf(process.env.ENGINE === 'webkit');

cachedTest('Back after a sign-out never shows the account, not for one frame', async ({ page, sandbox }) => {
  await signIn(page, sandbox, anna);
  await page.goto('/profile');
  await page.sees(anna);
  await page.run(watchFrames, anna);
  await leave(page);
  await page.driver.manage().deleteAllCookies();
  await goBack(page);
  await page.shows('Sign in');
  expect(await page.run('return window.persisted')).toBe(true);
  expect(await page.run('return window.accountSeen')).not.toContain(true);
});

cachedTest('Back after a change of account never shows the earlier one', async ({ page, sandbox }) => {
  await signIn(page, sandbox, anna);
  await page.goto('/profile');
  await page.sees(anna);
  await page.run(watchFrames, anna);
  await leave(page);
  await signIn(page, sandbox, 'free@example.com', { stay: true });
  await goBack(page);
  await page.sees('free@example.com');
  expect(await page.run('return window.persisted')).toBe(true);
  expect(await page.run('return window.accountSeen')).not.toContain(true);
});

cachedTest('Back without a network shows no account either', async ({ page, sandbox, browser, expectedErrors }) => {
  expectedErrors.push(/./);
  await signIn(page, sandbox, anna);
  await page.goto('/profile');
  await page.sees(anna);
  await page.run(watchFrames, anna);
  await leave(page);
  await browser.setOffline(true);
  try {
    await goBack(page);
    await page.sees('We couldn’t load your account');
    expect(await page.run('return window.accountSeen')).not.toContain(true);
  } finally {
    await browser.setOffline(false);
  }
});

test('Back to the same account shows it again', async ({ page, sandbox }) => {
  await signIn(page, sandbox, anna);
  await page.goto('/profile');
  await page.sees(anna);
  await leave(page);
  await goBack(page);
  await page.sees(anna);
});
