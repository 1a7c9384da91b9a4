import { Key } from 'selenium-webdriver';
import { anna, expect, readCode, readLink, signIn, test } from './support/flow.ts';

test('the referral link is copied', async ({ page, sandbox }) => {
  await signIn(page, sandbox, anna);
  await page.goto('/profile?profile_section=REFERAL');
  await page.click('button', 'Copy link');
  await page.find('button', 'Copied');
});

test('the email is changed with the link and a code', async ({ page, sandbox }) => {
  const next = 'anna.new@gmail.com';
  await signIn(page, sandbox, anna);
  await page.goto('/profile');
  await page.click('button', 'Change email');
  await page.showsDialog('Check your email');
  await page.goto(await readLink(sandbox, anna));
  await page.fill('New email', next);
  await page.press(Key.ENTER);
  await page.focuses('field', '6-digit code');
  await page.type(await readCode(sandbox, next));
  await page.press(Key.ENTER);
  await page.sees('Email has been changed successfully');
  await page.sees(next);
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
  await browser.setOffline(true);
  try {
    await page.press(Key.ENTER);
    await page.sees(/Nothing is lost|offline/);
  } finally {
    await browser.setOffline(false);
  }
  expect(await (await page.find('field', 'Email')).getProperty('value')).toBe(anna);
  await page.click('button', 'Continue');
  await page.find('field', '6-digit code');
});

test('the crash page has a report number, and Try again recovers', async ({ page, sandbox, expectedErrors }) => {
  expectedErrors.push(/TypeError/);
  await signIn(page, sandbox, anna);
  await sandbox.addFault({ method: 'GET', path: '/web/v1/profile', status: 200, body: { profile: { email: 5 } } });
  await page.goto('/profile');
  await page.sees(/Error report number [0-9a-f]{32}/);
  await sandbox.clearFaults();
  await page.click('button', 'Try again');
  await page.sees(anna);
});
