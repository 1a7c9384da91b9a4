import { signIn } from './support/sign-in.ts';
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
  await expect(page.getByRole('heading', { name: 'This email is already in use' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('anna+vpn@example.com');
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/enter');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('anna+vpn@example.com');
});

for (const text of ['Call +1 555 0100 to unlock your account', '<img src=x onerror=alert(1)>', 'a@b.example\u202e']) {
  test(`a link cannot put “${text}” on the page`, async ({ page }) => {
    await page.goto(`/auth/already-used?email=${encodeURIComponent(text)}`);
    await expect(page.getByRole('main')).toContainText('There’s already an account with this email.');
    await expect(page.getByRole('main')).not.toContainText(text);
  });
}

for (const path of ['/promo', '/enter/referral']) {
  test(`${path} redirects to the redeem page with its code, and Back skips it`, async ({ page, stack }) => {
    await page.goto('/auth/already-used');
    await page.goto(`${path}?code=HARBOUR30&utm_source=mail`);
    await expect(page).toHaveURL(`${stack.sandboxOrigin}/site/redeem/?code=HARBOUR30`);
    await page.goBack();
    await expect(page).toHaveURL('/auth/already-used');
  });
}

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
