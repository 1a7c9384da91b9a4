import { signIn } from './screens.ts';
import { expect, test } from './support/test.ts';

const anna = 'anna.lindqvist@example.com';

test('an old verification link says that it is no longer needed', async ({ page }) => {
  await page.goto('/auth/verify?code=abc');
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Email verification is no longer required. Thank you for your diligence!',
  );
  await expect(page).toHaveURL('/enter?error=DEPRECATED_EMAIL_VERIFY');
});

test('the page names an address that has an account, and links to the sign-in page', async ({ page }) => {
  await page.goto('/auth/already-used?email=anna%2Bvpn%40example.com');
  await expect(page.getByRole('heading', { name: 'This email is already used' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('anna+vpn@example.com');
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/enter');
});

test('an address in the link is rendered as plain text', async ({ page }) => {
  await page.goto(`/auth/already-used?email=${encodeURIComponent('<img src=x onerror=alert(1)>{{email}}')}`);
  await expect(page.getByRole('main')).toContainText('<img src=x onerror=alert(1)>');
  await expect(page.locator('main img')).toHaveCount(0);
});

for (const path of ['/promo', '/enter/referral']) {
  test(`${path} redirects to the redeem page, and Back skips it`, async ({ page, stack }) => {
    await page.goto('/auth/already-used');
    await page.goto(path);
    await expect(page).toHaveURL(`${stack.sandboxOrigin}/site/redeem/`);
    await page.goBack();
    await expect(page).toHaveURL('/auth/already-used');
  });
}

test('citizenship verification returns to a page that links to the profile', async ({ page, stack }) => {
  await signIn(page, stack, anna);
  await page.goto('/diia/success');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/profile');
});

test('/account-termination and unknown paths go to the profile or the sign-in page', async ({ page, stack }) => {
  const paths = ['/account-termination', '/', '/nowhere', '/h', '/h/nowhere', '/payment', '/auth', '/change-email/x'];
  for (const path of paths) {
    await page.goto(path);
    await expect(page, `${path} for a visitor`).toHaveURL('/enter');
  }
  await signIn(page, stack, anna);
  for (const path of paths) {
    await page.goto(path);
    await expect(page, `${path} for a customer`).toHaveURL('/profile');
  }
});
