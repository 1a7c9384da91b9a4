import { Key } from 'selenium-webdriver';
import { anna, expect, readCode, requestCode, signIn, test } from './support/flow.ts';

test('a code pasted with the words around it signs in', async ({ page, sandbox, browser }) => {
  await requestCode(page, anna);
  const code = await readCode(sandbox, anna);
  await page.paste(
    browser,
    `Skerry VPN, 2026: your code is ${code.slice(0, 3)} ${code.slice(3)}. Questions? +46 70 123 45 67`,
  );
  await page.shows('Account');
});

test('a code that the browser fills in signs in', async ({ page, sandbox }) => {
  await requestCode(page, anna);
  const code = await readCode(sandbox, anna);
  const field = await page.find('field', '6-digit code');
  expect(await page.run('return arguments[0].getAttribute("autocomplete")', field)).toBe('one-time-code');
  // As autofill does it: the value at once, without keys.
  await page.run(
    `const [field, code] = arguments;
     Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, code);
     field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText', data: code }));`,
    field,
    code,
  );
  await page.shows('Account');
});

test('a wrong code is explained and selected, and the right one typed over it signs in', async ({
  page,
  sandbox,
  expectedErrors,
}) => {
  expectedErrors.push(/400/);
  await requestCode(page, anna);
  const code = await readCode(sandbox, anna);
  await page.type(code === '111111' ? '222222' : '111111');
  await page.sees('Wrong code');
  await page.focuses('field', '6-digit code');
  await page.type(code);
  await page.shows('Account');
});

test('the link of the mail signs in', async ({ page, sandbox }) => {
  await requestCode(page, anna);
  const code = await readCode(sandbox, anna);
  await page.goto(`/enter?OTC_CODE=${code}`);
  await page.shows('Account');
  expect(await page.path()).not.toContain(code);
});

test('an account code signs in', async ({ page, sandbox }) => {
  const { accountCode } = await sandbox.findAccount(anna);
  await page.goto('/enter');
  await page.click('link', 'Have an account code?');
  await page.shows('Come on in!');
  await page.fill('Have an account code?', accountCode);
  await page.press(Key.ENTER);
  await page.sees(anna);
});

test('a deleted account is restored by keyboard', async ({ page, sandbox }) => {
  await signIn(page, sandbox, 'marked@example.com');
  await page.goto('/profile');
  await page.showsDialog('Wait a minute...');
  // The button ignores haste.
  await page.driver.sleep(1300);
  await page.tabTo('button', 'Restore account');
  await page.press(Key.ENTER);
  await page.shows('Account');
  await page.sees('marked@example.com');
});

test('Back from the code keeps the typed email', async ({ page }) => {
  await page.goto('/enter');
  await requestCode(page, anna);
  // By the page: Firefox's own Back skips entries that it believes nobody has used.
  await page.run('setTimeout(() => { history.back(); })');
  const field = await page.find('field', 'Email');
  expect(await field.getProperty('value')).toBe(anna);
  await page.run('setTimeout(() => { history.forward(); })');
  await page.find('field', '6-digit code');
});

test('signing in in one tab signs in the other', async ({ page, sandbox }) => {
  await page.goto('/enter');
  await page.shows('Sign in');
  await page.inNewTab(async () => {
    await requestCode(page, anna);
    await page.type(await readCode(sandbox, anna));
    await page.shows('Account');
  });
  await page.sees(anna);
});

test('signing in as another account in one tab makes the other drop the first account', async ({ page, sandbox }) => {
  await signIn(page, sandbox, anna);
  await page.goto('/profile');
  await page.sees(anna);
  await page.inNewTab(async () => {
    await page.goto('/profile');
    await page.click('button', 'Sign out');
    await page.shows('Sign in');
    const { permanentToken } = await sandbox.findAccount('free@example.com');
    await page.goto(`/profile?token=${permanentToken}`);
    await page.sees('free@example.com');
  });
  await page.sees('free@example.com');
  await page.seesNot(anna);
});

test('a permanent token in the address signs in and leaves the address', async ({ page, sandbox }) => {
  const { permanentToken } = await sandbox.findAccount(anna);
  await page.goto(`/profile?token=${permanentToken}`);
  await page.sees(anna);
  expect(await page.path()).toBe('/profile');
});
