import type { Locator, Page } from '@playwright/test';
import type { ProcessStack } from '../support/built-stack.ts';
import { findAccountCode } from './support/accounts.ts';
import { requestChangeLink } from './support/email-change.ts';
import { holdRequests } from './support/hold-requests.ts';
import { readCode } from './support/mails.ts';
import { screenTitle } from './support/screen-title.ts';
import { codeField, emailField, requestCode, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const anna = 'anna.lindqvist@example.com';
const free = 'free@example.com';
const next = 'anna.new@gmail.com';

/** A step that ends with pressing one button, whose label changes while it is busy. */
interface Step {
  readonly name: string;
  readonly call: string;
  /** Opens the page and fills the form, ready to press. */
  open(page: Page, stack: ProcessStack): Promise<void>;
  button(page: Page): Locator;
  /** What the page shows on success. */
  done(page: Page): Locator;
}

const button = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name });

const steps: readonly Step[] = [
  {
    name: 'the e-mail of a sign-in',
    call: '**/web/v1/account/one-time-code/request',
    async open(page) {
      await page.goto('/enter');
      await emailField(page).fill(anna);
    },
    button: (page) => button(page, /^(Continue|Sending the code…)$/),
    done: codeField,
  },
  {
    name: 'another code',
    call: '**/web/v1/account/one-time-code/request',
    async open(page) {
      await page.clock.install();
      await requestCode(page, anna);
      await page.clock.fastForward(60_000);
    },
    button: (page) => button(page, /^(Resend email|Sending the code…)$/),
    done: (page) => page.getByRole('status').filter({ hasText: 'Code sent' }),
  },
  {
    name: 'an account code',
    call: '**/web/v1/account/account-code/sign-in',
    async open(page, stack) {
      await page.goto('/enter/account-code');
      await page.getByRole('textbox').fill(await findAccountCode(stack, anna));
    },
    button: (page) => button(page, /^(Continue|Signing in…)$/),
    done: (page) => screenTitle(page, 'Account'),
  },
  {
    name: 'a restore',
    call: '**/web/v1/account/delete/cancel',
    async open(page, stack) {
      await signIn(page, stack, 'marked@example.com');
      await page.goto('/profile');
      await expect(page.getByRole('dialog')).toBeVisible();
      // Its button ignores fast presses.
      await page.waitForTimeout(1300);
    },
    button: (page) => page.getByRole('dialog').getByRole('button', { name: /^(Restore account|Restoring…)$/ }),
    done: (page) => screenTitle(page, 'Account'),
  },
  {
    name: 'a new e-mail',
    call: '**/web/v1/account/email/verify',
    async open(page, stack) {
      await page.goto(await requestChangeLink(page, stack, anna));
      await page.getByLabel('New email').fill(next);
    },
    button: (page) => button(page, /^(Continue|Sending the code…)$/),
    done: (page) => screenTitle(page, 'Enter the verification code'),
  },
  {
    name: 'the code of a new e-mail',
    call: '**/web/v1/account/email/apply',
    async open(page, stack) {
      await page.goto(await requestChangeLink(page, stack, anna));
      await page.getByLabel('New email').fill(next);
      await page.keyboard.press('Enter');
      await codeField(page).fill(await readCode(stack, next));
    },
    button: (page) => button(page, /^(Apply the code|Checking the code…)$/),
    done: (page) => page.getByText('Email has been changed successfully'),
  },
  {
    name: 'a newsletter',
    call: '**/web/v1/account/update-settings',
    async open(page, stack) {
      await signIn(page, stack, free);
      await page.goto('/email/subscription-confirmed');
    },
    button: (page) => button(page, new RegExp(`^(Confirm for ${free}|Confirming…)$`)),
    done: (page) => screenTitle(page, 'Thank you!'),
  },
];

for (const step of steps) {
  test.describe(step.name, () => {
    test.use({ expectedConsole: [[/ERR_INTERNET_DISCONNECTED/], { scope: 'test' }] });

    test('shows a spinner in the pressed button only, and a second press sends nothing', async ({ page, stack }) => {
      await step.open(page, stack);
      const held = await holdRequests(page, step.call);
      await step.button(page).dblclick();
      await held.arrived;
      await expect(step.button(page).locator('.spinner')).toBeVisible();
      await expect(page.locator('.spinner, .skeleton')).toHaveCount(1);
      await page.keyboard.press('Enter');
      held.release();
      await expect(step.done(page)).toBeAttached();
      expect(held.count()).toBe(1);
    });

    test('offline, it shows an error, keeps the input, and is sent once when the network is back', async ({
      page,
      context,
      stack,
    }) => {
      await step.open(page, stack);
      await expect(step.button(page)).toBeVisible();
      await context.setOffline(true);
      await step.button(page).click();
      const alert = page.getByRole('alert').filter({ hasText: 'You seem to be offline.' });
      await expect(alert).toBeVisible();
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await context.setOffline(false);
      await expect(step.done(page)).toBeAttached();
      expect(requests.filter((url) => url.endsWith(step.call.slice(2)))).toHaveLength(1);
    });
  });
}
