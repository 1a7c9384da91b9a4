import { Key } from 'selenium-webdriver';
import { anna, expect, openEmailChange, readCode, signIn, test } from './support/flow.ts';

test('the referral link is copied', async ({ page, sandbox }) => {
  await signIn(page, sandbox, anna);
  await page.goto('/profile?profile_section=REFERAL');
  await page.click('button', 'Copy link');
  await page.find('button', 'Copied');
});

test('the email is changed with the link and a code', async ({ page, sandbox }) => {
  const next = 'anna.new@gmail.com';
  await openEmailChange(page, sandbox);
  await page.fill('New email', next);
  await page.press(Key.ENTER);
  await page.focuses('field', '6-digit code');
  await page.type(await readCode(sandbox, next));
  await page.press(Key.ENTER);
  await page.sees('Email has been changed successfully');
  await page.sees(next);
});

test('an address of another account is explained in a dialog, which closes by keyboard', async ({
  page,
  sandbox,
  expectedErrors,
}) => {
  expectedErrors.push(/40\d/);
  await openEmailChange(page, sandbox);
  await page.fill('New email', 'free@example.com');
  await page.press(Key.ENTER);
  await page.showsDialog('You are already logged in');
  await page.press(Key.ESCAPE);
  await page.showsDialog(null);
  await page.focuses('field', 'New email');
});

test('an expired code ends the change of the email, and the dialog leads to the account by keyboard', async ({
  page,
  sandbox,
  expectedErrors,
}) => {
  expectedErrors.push(/40\d/);
  const next = 'anna.new@gmail.com';
  await openEmailChange(page, sandbox);
  await page.fill('New email', next);
  await page.press(Key.ENTER);
  await page.focuses('field', '6-digit code');
  const expired = await readCode(sandbox, next);
  await sandbox.advanceDays(1);
  await page.type(expired);
  await page.press(Key.ENTER);
  await page.showsDialog('You were not verified');
  await page.tabTo('link', 'Go to profile');
  await page.press(Key.ENTER);
  await page.shows('Account');
});

test('a code link hands over to the web', async ({ page }) => {
  await page.goto('/h/otc?OTC_CODE=123456&app-identity=skerry.site.account');
  await page.sees('We’ll use the code from your link.');
});

test('the extension page names the browsers that it works in', async ({ page, sandbox }) => {
  await signIn(page, sandbox, anna);
  await page.goto('/h/to-chrome');
  await page.shows('Open this page in Chrome');
});

test('a failing service is explained, and Try again loads the account', async ({ page, sandbox, expectedErrors }) => {
  expectedErrors.push(/50\d/);
  await signIn(page, sandbox, anna);
  await sandbox.addFault({ method: 'GET', path: '/web/v1/profile', status: 500, times: 100 });
  await page.goto('/profile');
  await page.sees('We couldn’t load your account');
  await sandbox.clearFaults();
  await page.click('button', 'Try again');
  await page.sees(anna);
});

test('without a network the typed email stays, and works afterwards', async ({ page, browser, expectedErrors }) => {
  expectedErrors.push(/one-time-code|Failed to load|connect/i);
  await page.goto('/enter');
  await page.fill('Email', anna);
  // The code of the next step loads while the visitor types.
  await expect
    .poll(() => page.run('return performance.getEntriesByType("resource").map(({ name }) => name).join()'))
    .toMatch(/code-step.*captcha-main|captcha-main.*code-step/);
  await browser.setOffline(true);
  try {
    await page.press(Key.ENTER);
    await page.sees('You seem to be offline.');
    expect(await (await page.find('field', 'Email')).getProperty('value')).toBe(anna);
  } finally {
    await browser.setOffline(false);
  }
  // Firefox notifies the page, which sends the email by itself; WebKit's window cannot.
  if (process.env.ENGINE === 'webkit') await page.click('button', 'Continue');
  await page.shows('Check your email');
});

test('the crash page has a report number, and Try again recovers', async ({ page, sandbox, expectedErrors }) => {
  expectedErrors.push(/TypeError/);
  await signIn(page, sandbox, anna);
  await page.goto('/profile');
  await page.sees(anna);
  // Firefox runs scripts of a driver apart from those of the page.
  await page.run('delete (window.wrappedJSObject ?? window).Intl.DateTimeFormat.prototype.formatToParts');
  await page.click('link', 'Billing');
  await page.sees(/Error report number\s+[0-9a-f]{32}/);
  // A reload, which brings the engine's own function back.
  await page.click('button', 'Try again');
  await page.shows('Billing');
});

/** WebKit's window cannot tell the page that the network is gone. */
const notifiedTest = test.runIf(process.env.ENGINE === 'firefox');

notifiedTest(
  'offline, the account stays readable, a press is explained, and it works again afterwards',
  async ({ page, sandbox, browser, expectedErrors }) => {
    expectedErrors.push(/NetworkError|connect|fetch/i);
    await signIn(page, sandbox, anna);
    await page.goto('/profile');
    await page.sees(anna);
    await browser.setOffline(true);
    try {
      await page.sees('You’re offline.');
      await page.sees(anna);
      await page.click('button', 'Change email');
      await page.sees('You seem to be offline.');
      await page.click('button', 'OK');
    } finally {
      await browser.setOffline(false);
    }
    await page.seesNot('You’re offline.');
    await page.click('button', 'Change email');
    await page.showsDialog('Check your email');
  },
);
