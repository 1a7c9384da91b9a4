import { createPair, findPermanentToken } from './support/accounts.ts';
import { BrowserTaintRecorder } from './support/browser-taint-recorder.ts';
import { screenTitle } from './support/screen-title.ts';
import { signInByForm } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const anna = 'anna.lindqvist@example.com';
const free = 'free@example.com';

// Searching the heap takes long.
test.setTimeout(240_000);

test('no access or refresh token reaches a page, its heap, a response, a URL, a log line or a metric', async ({
  page: blank,
  context,
  stack,
}) => {
  await blank.close();
  const browser = new BrowserTaintRecorder(context, stack);
  const page = await context.newPage();
  const account = screenTitle(page, 'Account');
  const signOut = async () => {
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await expect(page).toHaveURL('/enter');
  };

  await signInByForm(page, stack, anna);
  await browser.searchPage(page, 'the profile after signing in');
  await page.reload();
  await expect(account).toBeVisible();
  await page.goto('/profile?profile_section=DEVICES&add_new_device=true');
  await expect(page.getByRole('dialog')).toBeVisible();
  await browser.searchPage(page, 'the profile with a pairing code');
  // The next request refreshes the session.
  await fetch(`${stack.sandboxOrigin}/sandbox/expire`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await page.goto('/profile');
  await expect(account).toBeVisible();
  await signOut();
  await browser.searchPage(page, 'the sign-in page after signing out');

  await page.goto(`/profile?permanent_access_token=${await findPermanentToken(stack, free)}`);
  await expect(page.getByRole('main')).toContainText(free);
  await browser.searchPage(page, 'the profile after a permanent token');
  await signOut();

  await page.goto(`/profile?${await createPair(stack, anna)}&profile_section=ACCOUNT`);
  await expect(page.getByRole('main')).toContainText(anna);
  await browser.searchPage(page, 'the profile after a pair');
  await signOut();

  const handOff = await context.newPage();
  await handOff.goto(`/h/redirect-to-app?${await createPair(stack, anna)}`);
  await expect(handOff.getByRole('link', { name: 'Go to App' })).toHaveAttribute('href', /token=sandbox-permanent-/);
  await browser.searchPage(handOff, 'the hand-over to the app');
  await handOff.close();
  await page.goto('/profile');
  await expect(account).toBeVisible();
  await signOut();

  await page.getByRole('link', { name: 'Google' }).click();
  await page.locator('form[action="/oauth/google"] button').first().click();
  await expect(account).toBeVisible();
  await browser.searchPage(page, 'the profile after Google');

  await browser.finish();
  const { recorder } = browser;
  expect(recorder.findings).toEqual([]);
  // Proves that the search covered something.
  expect(recorder.countOf('response')).toBeGreaterThan(50);
  expect(recorder.countOf('body')).toBeGreaterThan(50);
  expect(recorder.countOf('request')).toBeGreaterThan(50);
  expect(recorder.countOf('address')).toBeGreaterThan(8);
  expect(recorder.countOf('heap')).toBeGreaterThan(5_000);
  expect(recorder.countOf('log')).toBeGreaterThan(20);
  expect(recorder.countOf('operations')).toBe(3);
});

test('finds a planted token in the heap, storage, a cookie, a URL and a response', async ({
  page: blank,
  context,
  stack,
}) => {
  await blank.close();
  const browser = new BrowserTaintRecorder(context, stack);
  const page = await context.newPage();
  await page.goto('/enter');
  await browser.searchPage(page, 'the clean page');
  expect(browser.recorder.findings).toEqual([]);

  await page.evaluate(() => {
    const planted = ['sandbox', 'access', 'planted4kX9vB2nQ7'].join('-');
    Object.assign(window, { planted: { deep: [planted] } });
  });
  await browser.searchPage(page, 'the page with a leak');
  expect(browser.recorder.findings).toContain('memory of the page with a leak: sandbox-access-');

  await page.evaluate(() => {
    const planted = ['sandbox', 'refresh', 'planted4kX9vB2nQ7'].join('-');
    localStorage.setItem('kept', btoa(planted));
    // biome-ignore lint/suspicious/noDocumentCookie: simulates a leaking script.
    document.cookie = `leak=${encodeURIComponent(planted)}`;
    history.replaceState(null, '', `/enter?kept=${planted}`);
  });
  await page.evaluate(() => fetch(`/robots.txt?${localStorage.getItem('kept')}`));
  const headers = { 'x-kept': 'sandbox-access-planted4kX9vB2nQ7' };
  await page.route('/leak', (route) =>
    route.fulfill({ headers, body: '{"kept":"sandbox-refresh-planted4kX9vB2nQ7"}' }),
  );
  await page.evaluate(async () => (await fetch('/leak')).text());
  await browser.searchPage(page, 'the leaking page');
  await browser.finish();
  const { findings } = browser.recorder;
  expect(findings).toContain('localStorage of the leaking page: sandbox-refresh- encoded as base64');
  expect(findings).toContain('cookies of the leaking page: sandbox-refresh-');
  expect(findings).toContain('address of the leaking page: sandbox-refresh-');
  expect(findings).toContain('headers of /leak: sandbox-access-');
  expect(findings).toContain('body of /leak: sandbox-refresh-');
  expect(findings).toContain('address of a request to /robots.txt: sandbox-refresh- encoded as base64');
});
