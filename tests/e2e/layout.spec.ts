import { requestChangeLink } from './support/email-change.ts';
import { codeField, requestCode, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const email = 'free@example.com';

test('the theme follows the system until one is selected, and applies before the first paint', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/enter');
  const root = page.locator('html');
  await expect(root).not.toHaveAttribute('data-theme');
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(root).toHaveAttribute('data-theme', 'light');
  // Set by the gateway, not by a script.
  const response = await page.request.get('/enter', { headers: { accept: 'text/html' } });
  expect(await response.text()).toContain('data-theme="light"');
  // Selecting the system's theme follows the system again.
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(root).not.toHaveAttribute('data-theme');
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('theme');
});

test('the first tab stop skips the header', async ({ page }) => {
  // On /enter the email field has the focus on arrival.
  await page.goto('/enter/account-code');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Have an account code?' })).toBeFocused();
});

test('skipping the header loses nothing: neither a code, nor the link of an email change, nor the setup of a router', async ({
  page,
  stack,
}) => {
  const skip = async () => {
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    expect(new URL(page.url()).hash).toBe('');
  };
  await requestCode(page, email);
  await codeField(page).fill('123');
  await skip();
  await expect(codeField(page)).toHaveValue('123');
  await page.goto(await requestChangeLink(page, stack, email));
  await page.getByLabel('New email').fill('next@example.com');
  await skip();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(codeField(page)).toBeFocused();
  await skip();
  await expect(page.getByText('We sent a 6-digit code to next@example.com')).toBeVisible();
  await page.goto('/profile?profile_section=DEVICES&section=ROUTER');
  await page.getByRole('textbox', { name: 'Router name' }).fill('My cabin');
  await skip();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Router name' })).toHaveValue('My cabin');
});

test('a new screen sets its title and focuses its heading; the first one does not move focus', async ({ page }) => {
  await page.goto('/enter');
  await expect(page).toHaveTitle('Sign in – Skerry VPN');
  await expect(page.getByRole('heading', { level: 1 })).not.toBeFocused();
  await page.getByRole('link', { name: 'Have an account code?' }).click();
  await expect(page).toHaveTitle('Come on in! – Skerry VPN');
  await expect(page.getByRole('heading', { level: 1, name: 'Come on in!' })).toBeFocused();
});

test('the phone menu holds language, theme, help and sign out', async ({ page, stack }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, stack, email);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(page.locator('.menu__panel').getByRole('link', { name: 'Hilfe-Center' })).toBeVisible();
  await page.getByRole('button', { name: 'Zum dunklen Design wechseln' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await expect(page).toHaveURL(/\/enter$/);
});

for (const size of [
  { width: 390, height: 844 },
  { width: 640, height: 300 },
])
  test(`at 200 % text and ${size.width} px the menu’s last item lies over the router setup’s bar`, async ({
    page,
    stack,
  }) => {
    await page.setViewportSize(size);
    await signIn(page, stack, email);
    await page.goto('/profile?profile_section=DEVICES&section=ROUTER');
    await page.getByRole('textbox', { name: 'Router name' }).waitFor();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await page.getByRole('button', { name: 'Menu' }).click();
    const signOut = page.getByRole('button', { name: 'Sign out' });
    await signOut.scrollIntoViewIfNeeded();
    const isCovered = await signOut.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      // Near its lower edge.
      return !element.contains(document.elementFromPoint(x + width / 2, y + height - 4));
    });
    expect(isCovered).toBe(false);
    await signOut.click();
    await expect(page).toHaveURL(/\/enter$/);
  });

test('on a phone held sideways the menu scrolls to its last item', async ({ page, stack }) => {
  await page.setViewportSize({ width: 640, height: 300 });
  await signIn(page, stack, email);
  // A read that the sign-out overtakes gets a 401, which the browser prints.
  const lastRead = page.waitForResponse('**/get-account-coupon');
  await page.goto('/profile');
  await lastRead;
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/enter$/);
});

test('on tablets the menu holds only the help links, and nothing appears twice', async ({ page, stack }) => {
  await page.setViewportSize({ width: 900, height: 900 });
  await signIn(page, stack, email);
  await page.goto('/profile');
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await menu.click();
  const panel = page.locator('.menu__panel');
  for (const name of ['Help center', 'Setup guide', 'Security checklist']) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(1);
    await expect(panel.getByRole('link', { name, exact: true })).toBeVisible();
  }
  await expect(panel.getByRole('separator')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Switch to dark theme' })).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveCount(1);
  // Desktops show them in the side navigation.
  await page.setViewportSize({ width: 1024, height: 900 });
  await expect(menu).toBeHidden();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Help center' })).toBeVisible();
});

test('the page says when the network is lost, and when it is back', async ({ page, context }) => {
  await page.goto('/enter');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await context.setOffline(true);
  const message = page.getByRole('status').filter({ hasText: 'You’re offline' });
  await expect(message).toBeVisible();
  await context.setOffline(false);
  await expect(message).toHaveCount(0);
});

test('a signed-in visitor can go back to the profile from the sign-in layout', async ({ page, stack }) => {
  const back = page.getByRole('link', { name: 'Back to profile' });
  await page.goto('/change-email');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(back).toHaveCount(0);
  await signIn(page, stack, email);
  await page.reload();
  await page.setViewportSize({ width: 767, height: 844 });
  await expect(back.filter({ visible: true })).toHaveCount(1);
  await page.setViewportSize({ width: 768, height: 844 });
  await back.filter({ visible: true }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('main')).toContainText(email);
});

test('a new screen starts at the top, and Back restores the scroll position', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 400 });
  await page.goto('/enter');
  const link = page.getByRole('link', { name: 'Have an account code?' });
  await link.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(0);
  await link.click();
  await expect(page.getByRole('heading', { name: 'Come on in!' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled);
});

test.describe('in a three-year-old browser', () => {
  test.use({ locale: 'fr-FR' });

  test('the page says in its language that the browser is too old', async ({ page }) => {
    let styles = 0;
    await page.route('/enter', async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      // An old browser reports unknown features as unsupported.
      const body = text.replace(/selector\(:has\(a\)\) and \(text-wrap-style: ?balance\)/, () => {
        styles += 1;
        return '(text-wrap-style: of-the-future)';
      });
      await route.fulfill({ response, body });
    });
    await page.goto('/enter');
    const notice = page.locator('.too-old');
    await expect(notice.locator('p[lang="fr"]')).toBeVisible();
    await expect(notice.locator('p[lang="en"]')).toBeHidden();
    expect(styles).toBe(1);
  });
});

test.describe('without JavaScript', () => {
  test.use({
    javaScriptEnabled: false,
    waitsForStart: false,
    locale: 'de-DE',
    expectedConsole: [[/preloaded using link preload but not used/], { scope: 'test' }],
  });
  test('the page says in its language what is missing', async ({ page }) => {
    await page.goto('/enter');
    await expect(page.locator('noscript p[lang="de"]')).toBeVisible();
    await expect(page.locator('noscript p[lang="en"]')).toBeHidden();
    await expect(page.locator('.too-old')).toBeHidden();
  });
});

test('a page that fits the window does not scroll, and its background matches the theme', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.goto('/enter');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const { scrollHeight, clientHeight } = await page.evaluate(() => document.documentElement);
  expect(scrollHeight).toBe(clientHeight);
  const horizon = () => page.locator('.gate__art').evaluate((art) => getComputedStyle(art, '::before').backgroundImage);
  expect(await horizon()).toContain('horizon-light');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  // A press before the page has started is repeated then.
  await expect.poll(horizon).toContain('horizon-dark');
});
