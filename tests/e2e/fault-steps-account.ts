import type { Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import type { ProcessStack } from '../support/built-stack.ts';
import { createPair, findAccountCode } from './support/accounts.ts';
import { requestChangeLink } from './support/email-change.ts';
import {
  alert,
  anna,
  button,
  dialog,
  type FaultStep,
  free,
  heading,
  loading,
  main,
  next,
  problem,
  signedIn,
  tokenless,
  tryAgain,
  value,
} from './support/fault-step.ts';
import { readCode } from './support/mails.ts';
import { pressDeliberately } from './support/press-deliberately.ts';
import { codeField, emailField, requestCode } from './support/sign-in.ts';

/** The time until another code can be requested. */
const countdown = (page: Page) => main(page).locator('.btn .num');

/** The button that requests another code. */
const resend: Pick<FaultStep, 'act' | 'says' | 'kept' | 'busy' | 'done'> = {
  act: (page) => button(main(page), 'Resend email').click(),
  says: problem,
  kept: (page) => value(codeField(page)),
  busy: loading,
  done: countdown,
};

/** Opens the change of the email by its link, and types the new one. */
async function typeNewEmail(page: Page, stack: ProcessStack): Promise<void> {
  await page.goto(await requestChangeLink(page, stack, anna));
  await page.getByLabel('New email').fill(next);
}

/** Ends the countdown of "Resend email", and types the beginning of the code. */
async function skipCountdown(page: Page): Promise<void> {
  await codeField(page).waitFor();
  await page.evaluate(() => sessionStorage.removeItem('otc-resend-at'));
  await page.reload();
  await codeField(page).fill('123');
}

/** Signing in, the account and the pages that emails and apps link to. */
export const accountFaultSteps: readonly FaultStep[] = [
  {
    name: 'sign-in: the email',
    call: calls.requestOneTimeCode,
    async open(page) {
      await page.goto('/enter');
      await emailField(page).fill(anna);
    },
    act: (page) => button(main(page), 'Continue').click(),
    says: problem,
    kept: (page) => value(emailField(page)),
    busy: loading,
    done: codeField,
  },
  {
    name: 'sign-in: the code',
    call: calls.verifyOneTimeCode,
    async open(page, stack) {
      await requestCode(page, anna);
      // Five digits: the sixth one sends the code.
      const code = await readCode(stack, anna);
      await codeField(page).fill(code.slice(0, 5));
      await page.evaluate((last) => Object.assign(window, { last }), code.slice(5));
    },
    async act(page) {
      const digits = await value(codeField(page));
      if (digits.length === 6) await codeField(page).press('Enter');
      else await codeField(page).fill(digits + (await page.evaluate('window.last')));
    },
    says: problem,
    kept: async (page) => (await value(codeField(page))).slice(0, 5),
    busy: (page) => page.locator('.code.is-busy'),
    done: heading('Account'),
    ends: { refused: alert(/^Wrong code/) },
  },
  {
    name: 'sign-in: another code',
    call: calls.requestOneTimeCode,
    async open(page) {
      await requestCode(page, anna);
      await skipCountdown(page);
    },
    ...resend,
  },
  {
    name: 'sign-in: an account code',
    call: calls.signInWithAccountCode,
    async open(page, stack) {
      await page.goto('/enter/account-code');
      await page.getByRole('textbox').fill(await findAccountCode(stack, anna));
    },
    act: (page) => button(main(page), 'Continue').click(),
    says: (page) => page.getByRole('alert').filter({ hasText: /./ }).first(),
    kept: (page) => value(page.getByRole('textbox')),
    busy: loading,
    done: heading('Account'),
  },
  {
    name: 'restore',
    call: calls.cancelAccountDeletion,
    open: signedIn('marked@example.com', '/profile'),
    act: (page) => pressDeliberately(button(dialog(page), 'Restore account')),
    says: (page) => dialog(page).getByRole('alert').filter({ hasText: /./ }),
    busy: loading,
    done: heading('Account'),
  },
  {
    name: 'restore: other credentials',
    call: { method: 'DELETE', path: '/session' },
    open: signedIn('marked@example.com', '/profile'),
    act: (page) => pressDeliberately(button(dialog(page), 'Try other credentials')),
    says: (page) => dialog(page).getByRole('alert').filter({ hasText: /./ }),
    busy: loading,
    done: heading('Sign in'),
  },
  {
    name: 'account: change email',
    call: calls.requestEmailChange,
    open: signedIn(anna, '/profile'),
    async act(page) {
      if (await dialog(page).isVisible()) await button(dialog(page), 'OK').click();
      await button(main(page), 'Change email').click();
    },
    says: problem,
    busy: loading,
    done: (page) => page.getByRole('heading', { name: 'Check your email' }),
  },
  {
    name: 'account: newsletter',
    call: calls.updateSettings,
    open: signedIn(anna, '/profile'),
    act: (page) => page.getByRole('checkbox').click(),
    // The second one where the outcome is unknown.
    says: alert(/We couldn’t save your newsletter setting|setting may or may not have been saved/),
    kept: (page) => page.getByRole('checkbox').isChecked(),
    busy: (page) => page.getByRole('checkbox', { checked: false }),
    done: (page) => page.getByRole('checkbox', { checked: false }),
  },
  {
    name: 'account: delete',
    call: calls.deleteAccount,
    open: signedIn(free, '/profile', (page) => button(main(page), 'Delete account').click()),
    act: (page) => pressDeliberately(button(dialog(page), 'Delete account')),
    says: problem,
    busy: loading,
    done: heading('Sign in'),
  },
  {
    name: 'account: sign out',
    call: { method: 'DELETE', path: '/session' },
    open: signedIn(free, '/profile'),
    act: (page) => pressDeliberately(button(page.getByRole('banner'), 'Sign out')),
    says: alert(/We couldn’t sign you out/),
    busy: loading,
    done: heading('Sign in'),
  },
  {
    name: 'account: the profile',
    call: calls.profile,
    isRead: true,
    misshapen: [{}, { profile: null }, { profile: [] }],
    open: signedIn(anna, '/profile'),
    act: tryAgain,
    says: (page) => page.getByText('We couldn’t load your account'),
    busy: (page) => page.locator('main .skeleton, main .is-loading').first(),
    done: (page) => main(page).getByText(anna),
    ends: { refused: heading('Sign in') },
  },
  {
    name: 'change email: the new one',
    call: calls.verifyNewEmail,
    open: typeNewEmail,
    act: (page) => button(main(page), 'Continue').click(),
    says: problem,
    kept: (page) => value(page.getByLabel('New email')),
    busy: loading,
    done: heading('Enter the verification code'),
  },
  {
    name: 'change email: its code',
    call: calls.applyNewEmail,
    async open(page, stack) {
      await typeNewEmail(page, stack);
      await page.keyboard.press('Enter');
      await codeField(page).fill(await readCode(stack, next));
    },
    act: (page) => button(main(page), 'Apply the code').click(),
    says: (page) => page.getByRole('alert').filter({ hasText: /./ }).first(),
    kept: (page) => value(codeField(page)),
    busy: loading,
    ends: {
      refused: (page) => page.getByRole('dialog', { name: 'You were not verified' }),
    },
    done: (page) => page.getByText('Email has been changed successfully'),
  },
  {
    name: 'change email: another code',
    call: calls.verifyNewEmail,
    async open(page, stack) {
      await typeNewEmail(page, stack);
      await page.keyboard.press('Enter');
      await skipCountdown(page);
    },
    ...resend,
  },
  {
    name: 'newsletter: the account',
    call: calls.profile,
    isRead: true,
    misshapen: [{}, { profile: null }],
    open: signedIn(free, '/email/subscription-confirmed'),
    act: tryAgain,
    says: problem,
    busy: loading,
    done: (page) => button(main(page), `Confirm for ${free}`),
  },
  {
    name: 'newsletter: confirm',
    call: calls.updateSettings,
    open: signedIn(free, '/email/subscription-confirmed'),
    act: (page) => button(main(page), `Confirm for ${free}`).click(),
    says: problem,
    busy: loading,
    done: heading('Thank you!'),
  },
  {
    name: 'hand-off: the token for the app',
    call: calls.createPermanentToken,
    isRead: true,
    misshapen: tokenless,
    open: async (page, stack) => page.goto(`/h/to-app?${await createPair(stack, anna)}`),
    act: tryAgain,
    says: problem,
    busy: loading,
    done: (page) => main(page).getByRole('link', { name: /app/i }).first(),
  },
];
