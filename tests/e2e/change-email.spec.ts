import type { Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import type { ProcessStack } from '../support/built-stack.ts';
import { advanceClock } from './support/accounts.ts';
import { readCountdownEnd } from './support/countdown.ts';
import { requestChangeLink } from './support/email-change.ts';
import { addFault, clearFaults, failAfterExecution, loseResponse } from './support/faults.ts';
import { holdRequests } from './support/hold-requests.ts';
import { listRequests } from './support/list-requests.ts';
import { readCode, readLink } from './support/mails.ts';
import { otherThan, signInByForm, signInByToken } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const anna = 'anna.lindqvist@example.com';
const next = 'anna.new@gmail.com';

test.use({ expectedConsole: [/status of (400|50\d)|ERR_(INTERNET_DISCONNECTED|CONNECTION_RESET)/] });

const newEmail = (page: Page) => page.getByLabel('New email');
const code = (page: Page) => page.getByLabel('6-digit code');
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' });
const apply = (page: Page) => page.getByRole('button', { name: 'Apply the code' });

async function reachCode(page: Page, stack: ProcessStack): Promise<void> {
  await page.goto(await requestChangeLink(page, stack, anna));
  await newEmail(page).fill(next);
  await goOn(page).click();
  await expect(code(page)).toBeFocused();
}

test('the link, a new address and its code change the email; the URL shows neither token nor address', async ({
  page,
  stack,
}) => {
  await page.goto(await requestChangeLink(page, stack, anna));
  await expect(page).toHaveURL('/change-email');
  await newEmail(page).fill(`  ${next} `);
  await goOn(page).click();
  await expect(page.getByRole('heading', { name: 'Enter the verification code' })).toBeVisible();
  await expect(page).toHaveURL('/change-email/confirm');
  await expect(page.getByText(`We sent a 6-digit code to ${next}`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open inbox' })).toHaveAttribute('href', 'https://mail.google.com/');
  await expect(apply(page)).toHaveAttribute('aria-disabled', 'true');
  await code(page).fill(await readCode(stack, next));
  await apply(page).dblclick();
  await expect(page.getByText('Email has been changed successfully')).toBeVisible();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('main')).toContainText(next);
  expect(await listRequests(stack, '/web/v1/account/email/apply')).toHaveLength(1);
});

test('the link works in another browser, and signing in there with the new address confirms the change', async ({
  page,
  stack,
}) => {
  const link = await requestChangeLink(page, stack, anna);
  await page.context().clearCookies();
  await page.goto(link);
  await newEmail(page).fill(next);
  await page.keyboard.press('Enter');
  await code(page).fill(await readCode(stack, next));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/enter');
  await expect(page.getByRole('status').filter({ hasText: 'Email has been changed successfully' })).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(next);
  await page.keyboard.press('Enter');
  // The new code exists once its step is shown.
  await expect(code(page)).toBeVisible();
  expect(await listRequests(stack, '/web/v1/account/one-time-code/request')).toHaveLength(2);
  await code(page).fill(await readCode(stack, next));
  await expect(page.getByText('Email has been changed successfully')).toBeVisible();
});

test('reload and Back keep address and token, and Back then Continue sends no second code', async ({ page, stack }) => {
  await page.goto(await requestChangeLink(page, stack, anna));
  await page.reload();
  await newEmail(page).fill(next);
  await goOn(page).click();
  await expect(code(page)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`We sent a 6-digit code to ${next}`)).toBeVisible();
  await page.goBack();
  await expect(newEmail(page)).toHaveValue(next);
  await goOn(page).click();
  await expect(code(page)).toBeVisible();
  expect(await listRequests(stack, '/web/v1/account/email/verify')).toHaveLength(1);
  await code(page).fill(await readCode(stack, next));
  await apply(page).click();
  await expect(page).toHaveURL('/profile');
});

test('after a sign-out in another tab, Back leads to no address, no token and no code', async ({
  page,
  context,
  stack,
}) => {
  await reachCode(page, stack);
  await page.goto('/enter/help');
  const otherTab = await context.newPage();
  await otherTab.goto('/profile');
  await otherTab.getByRole('button', { name: 'Sign out' }).click();
  await expect(otherTab).toHaveURL('/enter');
  await page.goBack();
  await expect(page).toHaveURL('/change-email/confirm');
  await expect(code(page)).toBeVisible();
  await expect(page.getByText(next)).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('missing a confirmation code');
  await expect(newEmail(page)).toHaveValue('');
});

test('a form that is open during another tab’s sign-out, and is not told, sends nothing', async ({
  page,
  context,
  stack,
}) => {
  await page.goto(await requestChangeLink(page, stack, anna));
  await newEmail(page).fill(next);
  const otherTab = await context.newPage();
  // As if it were closed before the response.
  await otherTab.addInitScript(() => {
    BroadcastChannel.prototype.postMessage = () => undefined;
  });
  await otherTab.goto('/profile');
  await otherTab.getByRole('button', { name: 'Sign out' }).click();
  await expect(otherTab).toHaveURL('/enter');
  await goOn(page).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('missing a confirmation code');
  await expect(newEmail(page)).toHaveValue(next);
  expect(await listRequests(stack, '/web/v1/account/email/verify')).toEqual([]);
});

test('without its token the page explains how to get one, leads there, and sends nothing', async ({ page, stack }) => {
  await page.goto('/change-email');
  const text =
    'URL of this page is missing a confirmation code. Please try following the link from the email again, or start the change email process from the beginning.';
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText(text);
  await newEmail(page).fill(next);
  await goOn(page).click();
  await expect(alert).toContainText(text);
  await expect(page.locator(':focus')).toContainText(text);
  await expect(page).toHaveURL('/change-email');
  expect(await listRequests(stack, '/web/v1/account/email/verify')).toHaveLength(0);
  await alert.getByRole('link', { name: 'Change email' }).click();
  await expect(page).toHaveURL('/enter');
  await signInByToken(page, stack, anna);
  await page.goto('/change-email');
  await alert.getByRole('link', { name: 'Change email' }).click();
  await expect(page.getByRole('button', { name: 'Change email' })).toBeVisible();
});

test('a link that is too old keeps the typed address and leads to the button that sends a new link', async ({
  page,
  stack,
}) => {
  await page.goto(await requestChangeLink(page, stack, anna));
  await advanceClock(stack, 3_600);
  await newEmail(page).fill(next);
  await goOn(page).click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('the link may have expired');
  await expect(newEmail(page)).toHaveValue(next);
  await alert.getByRole('link', { name: 'Change email' }).click();
  await expect(page.getByRole('button', { name: 'Change email' })).toBeVisible();
});

test('validates the address on submit and on blur', async ({ page }) => {
  await page.goto('/change-email?token=abc');
  await goOn(page).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(newEmail(page)).toBeFocused();
  await newEmail(page).fill('anna@');
  await newEmail(page).blur();
  await expect(page.getByText('Email is invalid')).toBeVisible();
  await newEmail(page).fill('anna@e');
  await expect(page.getByText('Email is invalid')).toHaveCount(0);
});

test('an address that cannot be used says that the visitor is already signed in', async ({ page, stack }) => {
  await page.goto(await requestChangeLink(page, stack, anna));
  await newEmail(page).fill('free@example.com');
  await goOn(page).click();
  const dialog = page.getByRole('dialog', { name: 'You are already logged in' });
  await expect(dialog).toContainText('If you want to sign in into a different account, please sign out first');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(newEmail(page)).toHaveValue('free@example.com');
});

test('a wrong code shows an error, is selected and is not sent twice; the right code then works', async ({
  page,
  stack,
}) => {
  await reachCode(page, stack);
  const right = await readCode(stack, next);
  await code(page).fill(otherThan(right));
  await apply(page).click();
  await expect(page.getByText('Wrong code')).toBeVisible();
  await expect(code(page)).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await listRequests(stack, '/web/v1/account/email/apply')).toHaveLength(1);
  await page.keyboard.type(right);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/profile');
  expect(await listRequests(stack, '/web/v1/account/email/apply')).toHaveLength(2);
});

for (const { profile, tries } of [
  { profile: 'at once', tries: 1 },
  { profile: 'after a reload and another try', tries: 2 },
]) {
  test(`a code that was applied is not called wrong when its response was lost: the profile shows it ${profile}`, async ({
    page,
    stack,
  }) => {
    await reachCode(page, stack);
    await code(page).fill(await readCode(stack, next));
    await loseResponse(page, calls.applyNewEmail.path);
    if (tries === 2) await addFault(stack, { ...calls.profile, status: 500 });
    await apply(page).click();
    if (tries === 2) {
      await expect(page.getByText('Something went wrong')).toBeVisible();
      await page.unrouteAll({ behavior: 'wait' });
      await clearFaults(stack);
      const applied = await code(page).inputValue();
      await page.reload();
      await code(page).fill(applied);
      await apply(page).click();
    }
    await expect(page).toHaveURL('/profile');
    await expect(page.getByText('Email has been changed successfully')).toBeVisible();
    await expect(page.getByRole('main')).toContainText(next);
    expect(await listRequests(stack, calls.applyNewEmail.path)).toHaveLength(tries);
  });
}

test('a code that was applied is not called wrong after an error of the upstream, and other tabs show the new email', async ({
  page,
  context,
  stack,
}) => {
  await reachCode(page, stack);
  const other = await context.newPage();
  await other.goto('/profile');
  await expect(other.getByRole('main')).toContainText(anna);
  await code(page).fill(await readCode(stack, next));
  await failAfterExecution(page, calls.applyNewEmail.path);
  await apply(page).click();
  await expect(page.getByText('Email has been changed successfully')).toBeVisible();
  for (const tab of [page, other]) await expect(tab.getByRole('main')).toContainText(next);
});

test('without a session, a code that may have been applied is not called wrong, nor after Back and a reload: the new address can sign in', async ({
  page,
  stack,
}) => {
  const link = await requestChangeLink(page, stack, anna);
  await page.context().clearCookies();
  await page.goto(link);
  await newEmail(page).fill(next);
  await goOn(page).click();
  const right = await readCode(stack, next);
  await code(page).fill(right);
  await loseResponse(page, calls.applyNewEmail.path);
  await apply(page).click();
  await expect(page.getByText('Something went wrong')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  const notice = page.getByRole('alert').filter({ hasText: 'We couldn’t tell whether it worked' });
  await apply(page).click();
  await expect(notice).toContainText('Your email may already have been changed.');
  await page.goBack();
  await goOn(page).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await code(page).fill(right);
  await apply(page).click();
  await expect(notice).toContainText('Your email may already have been changed.');
  await expect(page.getByText('Wrong code')).toHaveCount(0);
  await notice.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/enter');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(next);
});

test('a new code shows that nothing was changed: a wrong one is called wrong again', async ({ page, stack }) => {
  await page.clock.install();
  const link = await requestChangeLink(page, stack, anna);
  await page.context().clearCookies();
  await page.goto(link);
  await newEmail(page).fill(next);
  await goOn(page).click();
  const wrong = otherThan(await readCode(stack, next));
  await code(page).fill(wrong);
  await page.route(`**${calls.applyNewEmail.path}`, (route) => route.fulfill({ status: 502 }), { times: 1 });
  await apply(page).click();
  await expect(page.getByText('Something went wrong')).toBeVisible();
  await apply(page).click();
  const notice = page.getByRole('alert').filter({ hasText: 'We couldn’t tell whether it worked' });
  await expect(notice).toBeVisible();
  await page.clock.runFor(60_000);
  await page.getByRole('button', { name: 'Resend email' }).click();
  await expect(page.getByText('Code sent')).toBeAttached();
  await expect(notice).toHaveCount(0);
  await code(page).fill(otherThan(await readCode(stack, next)));
  await apply(page).click();
  await expect(page.getByText('Wrong code')).toBeVisible();
});

for (const step of ['the new address', 'its code'] as const) {
  test(`a slow response to ${step} does not lead a user elsewhere who has left, nor loses what they typed`, async ({
    page,
    stack,
  }) => {
    const isCode = step === 'its code';
    await page.goto(await requestChangeLink(page, stack, anna));
    await newEmail(page).fill(next);
    const held = await holdRequests(page, `**${(isCode ? calls.applyNewEmail : calls.verifyNewEmail).path}`);
    await goOn(page).click();
    if (isCode) {
      await code(page).fill(await readCode(stack, next));
      await apply(page).click();
    }
    await held.arrived;
    await page.getByRole('link', { name: 'Back to profile' }).click();
    await page.getByRole('link', { name: 'Devices', exact: true }).click();
    await page.getByRole('button', { name: 'Add new device' }).click();
    const responded = page.waitForResponse((response) => response.url().includes('/account/email/'));
    held.release();
    await responded;
    if (isCode) await expect(page.getByText('Email has been changed successfully')).toBeVisible();
    await page.waitForTimeout(500);
    await expect(page.getByRole('dialog', { name: 'Add new device' })).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
  });
}

test('an expired code ends the change: Cancel stays, the link leads to the profile or to the sign-in', async ({
  page,
  stack,
}) => {
  await reachCode(page, stack);
  const expired = await readCode(stack, next);
  await code(page).fill(expired);
  await advanceClock(stack, 601);
  await apply(page).click();
  const dialog = page.getByRole('dialog', { name: 'You were not verified' });
  await expect(dialog).toContainText('We couldn’t verify the code, so your email hasn’t changed.');
  await expect(dialog.getByRole('link', { name: 'Go to profile' })).toHaveAttribute('href', '/profile');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await page.context().clearCookies();
  await page.reload();
  await code(page).fill(expired);
  await apply(page).click();
  await expect(dialog).toContainText('Code verification failed. Do you want to try Sign in?');
  await dialog.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/enter');
});

test('a new code can be sent after 59 seconds; the countdown survives a reload', async ({ page, stack }) => {
  await page.clock.install();
  await reachCode(page, stack);
  const resend = page.getByRole('button', { name: 'Resend email' });
  await expect(resend).toContainText(/0:5\d/);
  await expect(resend).toHaveAttribute('aria-disabled', 'true');
  const end = await readCountdownEnd(resend);
  const first = await readCode(stack, next);
  await page.clock.runFor(30_000);
  await page.reload();
  await expect.poll(async () => Math.abs((await readCountdownEnd(resend)) - end)).toBeLessThan(2);
  await page.clock.runFor(30_000);
  await expect(resend).not.toHaveAttribute('aria-disabled', 'true');
  await resend.click();
  await expect(page.getByText('Code sent')).toBeAttached();
  await expect(resend).toContainText(/0:5\d/);
  expect(await listRequests(stack, '/web/v1/account/email/verify')).toHaveLength(2);
  expect(await readCode(stack, next)).not.toBe(first);
});

test('the code can be applied in another tab that knows neither address nor link', async ({ page, context, stack }) => {
  await reachCode(page, stack);
  const right = await readCode(stack, next);
  const other = await context.newPage();
  await other.goto('/change-email/confirm');
  await expect(other.getByRole('button', { name: 'Resend email' })).toHaveCount(0);
  await code(other).fill(right);
  await apply(other).click();
  await expect(other.getByText('Email has been changed successfully')).toBeVisible();
  await expect(other.getByRole('main')).toContainText(next);
});

test('the note about the link closes when the change is completed in another tab', async ({ page, context, stack }) => {
  await signInByForm(page, stack, anna);
  await page.getByRole('button', { name: 'Change email' }).click();
  const note = page.getByRole('dialog', { name: 'Check your email' });
  await expect(note).toContainText(`We sent a link to ${anna}.`);
  const other = await context.newPage();
  await other.goto(await readLink(stack, anna));
  await newEmail(other).fill(next);
  await goOn(other).click();
  await code(other).fill(await readCode(stack, next));
  await apply(other).click();
  await expect(page.getByRole('status').filter({ hasText: 'Email has been changed successfully' })).toBeVisible();
  await expect(note).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText(next);
  await expect(page.getByRole('button', { name: 'Change email' })).toBeFocused();
});

test('changing the email starts with a link sent to the current one', async ({ page, stack }) => {
  await signInByForm(page, stack, anna);
  await page.getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check your email' });
  await expect(dialog).toContainText(`We sent a link to ${anna}.`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Change email' })).toBeFocused();
  const mails: { link: string | null }[] = await (
    await fetch(`${stack.sandboxOrigin}/sandbox/messages?email=${anna}`)
  ).json();
  expect(mails[0]?.link).toContain('/change-email?token=');
});
