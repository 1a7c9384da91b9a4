import type { Page } from '@playwright/test';
import { enterCard } from './support/card-form.ts';
import { changeLanguage } from './support/change-language.ts';
import { requestChangeLink } from './support/email-change.ts';
import { holdRequests } from './support/hold-requests.ts';
import { readCode } from './support/mails.ts';
import { pressDeliberately } from './support/press-deliberately.ts';
import { readQr } from './support/read-qr.ts';
import { anna, button, nameField, openSetup, search, setup } from './support/router.ts';
import { screenTitle } from './support/screen-title.ts';
import { codeField, otherThan, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const account = '/profile';
const billing = '/profile?profile_section=BILLING';
const devices = '/profile?profile_section=DEVICES';

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog');

test.use({ expectedConsole: [/status of 400/] });

/** The browser's translator: each text node is replaced by `<font><font>`. Its translation of `word` is `~word`. */
function startTranslator(): void {
  const excluded = 'font, script, style, noscript, template, textarea, [translate=no]';
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Node[] = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (!text.nodeValue?.trim() || text.parentElement?.closest(excluded) !== null) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = `~${text.nodeValue}`;
      outer.append(inner);
      text.parentElement.replaceChild(outer, text);
    }
  };
  addEventListener('DOMContentLoaded', () => {
    translate(document.body);
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) translate(node);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

test.beforeEach(async ({ page }) => page.addInitScript(startTranslator));

test('signing in: a wrong code, then the right one', async ({ page, stack }) => {
  await page.goto('/enter');
  await page.getByLabel('~Email', { exact: true }).fill(anna);
  await button(page, '~Continue').click();
  await expect(main(page)).toContainText(`~Enter the 6-digit code we sent to ${anna}`);
  const code = await readCode(stack, anna);
  const held = await holdRequests(page, '**/web/v1/account/one-time-code/verify');
  await codeField(page).fill(otherThan(code));
  await expect(main(page).getByText('~Checking the code…')).toBeVisible();
  held.release();
  await expect(main(page).getByText('~Wrong code.')).toBeVisible();
  await expect(main(page).getByText('~Checking the code…')).toHaveCount(0);
  await codeField(page).fill(code);
  await expect(screenTitle(page, '~Account')).toBeVisible();
});

test('cancelling a subscription', async ({ page, stack }) => {
  await signIn(page, stack, anna);
  await page.goto(billing);
  await button(page, '~Cancel subscription').click();
  await expect(dialog(page)).toContainText('~Your plan stays active until');
  const held = await holdRequests(page, '**/web/v1/store/cancel-subscription');
  await pressDeliberately(dialog(page).getByRole('button', { name: '~Cancel subscription' }));
  await expect(dialog(page)).toContainText('~We’re cancelling');
  held.release();
  await expect(dialog(page)).toContainText('~We’ve cancelled');
  await expect(dialog(page)).not.toContainText('~We’re cancelling');
  await dialog(page).getByText('~It’s too expensive').click();
  await dialog(page).getByRole('button', { name: '~Send feedback' }).click();
  await expect(dialog(page)).toContainText('~Thank you');
  const reloaded = page.waitForEvent('load');
  await dialog(page).locator('form, .btn-row').getByRole('button', { name: '~Close' }).click();
  await reloaded;
  await expect(button(page, '~Renew subscription')).toBeVisible();
});

test('renewing a subscription', async ({ page, stack }) => {
  await signIn(page, stack, 'expired@example.com');
  await page.goto(billing);
  await button(page, '~Renew subscription').click();
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('status').filter({ hasText: '~Subscription renewed successfully' }).waitFor(),
    pressDeliberately(dialog(page).getByRole('button', { name: '~Renew subscription' })),
  ]);
  await expect(button(page, '~Cancel subscription')).toBeVisible();
});

test('changing the card', async ({ page, stack }) => {
  await signIn(page, stack, 'active-card@example.com');
  await page.goto(billing);
  await button(page, '~Change payment method').click();
  await enterCard(page, '5555 5555 5555 4444');
  await expect(dialog(page).getByText('~Loading')).toHaveCount(0);
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('status').filter({ hasText: '~Payment method changed successfully' }).waitFor(),
    dialog(page).getByRole('button', { name: '~Save card' }).click(),
  ]);
  await expect(main(page)).toContainText('Mastercard •••• 4444');
});

test('signing out', async ({ page, stack }) => {
  await signIn(page, stack, anna);
  await page.goto(account);
  await button(page, '~Sign out').click();
  await expect(page).toHaveURL('/enter');
  await expect(screenTitle(page, '~Sign in')).toBeVisible();
});

test('deleting the account', async ({ page, stack }) => {
  await signIn(page, stack, anna);
  await page.goto(account);
  await button(page, '~Delete account').click();
  await expect(dialog(page)).toContainText(anna);
  await pressDeliberately(dialog(page).getByRole('button', { name: '~Delete account' }));
  await expect(main(page)).toContainText('~Your account has been deleted');
});

test('pairing a device', async ({ page, stack }) => {
  await signIn(page, stack, anna);
  await page.goto(`${devices}&add_new_device=mobile`);
  for (const name of ['~Router', '~Desktop', '~Mobile']) {
    const tab = page.getByRole('tab', { name, exact: true });
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
  }
  const link = await readQr(page.getByRole('img', { name: 'QR code' }));
  await fetch(`${stack.sandboxOrigin}/app`, {
    method: 'POST',
    body: new URLSearchParams({ link, model: 'iPhone 15' }),
  });
  await expect(
    dialog(page)
      .getByRole('status')
      .filter({ hasText: /iPhone 15.*connected/ }),
  ).toBeVisible();
  await dialog(page).getByRole('button', { name: '~Done' }).click();
  await expect(main(page).getByRole('status').filter({ hasText: '~Connected ~5~ out of ~6' })).toBeVisible();
});

test('unlinking a device', async ({ page, stack }) => {
  await signIn(page, stack, anna);
  await page.goto(devices);
  await button(page, 'Unlink device: Living room PC').click();
  await dialog(page).getByRole('button', { name: '~Unlink device' }).click();
  await expect(page.getByText('~Device was deleted')).toBeVisible();
  await expect(main(page).getByRole('status').filter({ hasText: '~Connected ~3~ out of ~6' })).toBeVisible();
});

test('setting up a router', async ({ page, stack }) => {
  await openSetup(page, stack);
  await nameField(page).fill('Summer house');
  const found = main(page)
    .getByRole('status')
    .filter({ hasText: /countr/ });
  await search(page).fill('Frankfurt');
  await expect(found).toHaveText('~1 country. ~Press Enter to choose ~Germany, Frankfurt~.');
  await search(page).press('Enter');
  await expect(found).toHaveText('~1 country. ~Germany, Frankfurt~ selected.');
  await search(page).fill('Fra');
  await expect(found).toHaveText('~2 countries');
  const downloaded = page.waitForEvent('download');
  await button(page, '~Download config file').click();
  expect((await downloaded).suggestedFilename()).toBe('Summer_house_config.ovpn');
  await expect(main(page)).toContainText('~Password');
});

test('changing the email: a wrong code, then the right one', async ({ page, stack }) => {
  const next = 'anna.new@gmail.com';
  await page.goto(await requestChangeLink(page, stack, anna));
  await page.getByRole('textbox').fill(next);
  await button(page, '~Continue').click();
  await expect(codeField(page)).toBeVisible();
  const code = await readCode(stack, next);
  await codeField(page).fill(otherThan(code));
  await button(page, '~Apply the code').click();
  await expect(main(page).getByText(/~Wrong code/)).toBeVisible();
  await codeField(page).fill(code);
  await button(page, '~Apply the code').click();
  await expect(page.getByText('~Email has been changed successfully')).toBeVisible();
  await expect(main(page)).toContainText(next);
});

test('changing the language leaves no text of the one before', async ({ page, stack }) => {
  await page.goto('/enter');
  await changeLanguage(page, 'de');
  await expect(main(page)).toContainText('~Mit der Anmeldung stimmen Sie den');
  await expect(main(page)).not.toContainText(/By signing in|Sign in|This site is protected/);
  await signIn(page, stack, anna);
  await page.goto(setup);
  await expect(main(page)).toContainText('~Länderliste');
  await changeLanguage(page, 'uk');
  await expect(page.locator('body')).not.toContainText(/Abmelden|Länderliste|Standort|herunterladen/);
});
