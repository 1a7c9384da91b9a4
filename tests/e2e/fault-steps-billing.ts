import type { Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import type { ProcessStack } from '../support/built-stack.ts';
import { prepareSetup, returnPath } from './support/bank-setup.ts';
import { cardField, enterCard } from './support/card-form.ts';
import {
  alert,
  anna,
  billing,
  button,
  card,
  dialog,
  type FaultStep,
  loading,
  main,
  problem,
  signedIn,
  tryAgain,
  value,
} from './support/fault-step.ts';
import { pressDeliberately } from './support/press-deliberately.ts';
import { signInByToken } from './support/sign-in.ts';
import { checkIfUnknown } from './support/unknown-outcome.ts';

const preparedSetup = { stripe_payment_setup_intent_id: 'seti_1' };

async function fillCard(page: Page): Promise<void> {
  await button(main(page), 'Change payment method').click();
  await enterCard(page, '5555 5555 5555 4444');
}

const methodChanged = (page: Page) => page.getByRole('status').filter({ hasText: 'Payment method changed' });

/** Returns from a bank that has confirmed a new card. */
async function returnFromBank(page: Page, stack: ProcessStack): Promise<void> {
  await page.goto(returnPath(await prepareSetup(page, stack, 'complete'), 'succeeded'));
}

const press = (page: Page, name: string | RegExp) => pressDeliberately(button(dialog(page), name));
const settle = (page: Page) => checkIfUnknown(page, dialog(page));

/** The plan, its payment and the proof of citizenship. */
/** In the payment dialog. */
const saveCard: Pick<FaultStep, 'open' | 'settle' | 'act' | 'says' | 'kept' | 'busy' | 'done'> = {
  open: signedIn(card, billing, fillCard),
  settle,
  act: (page) => press(page, 'Save card'),
  says: (page) => dialog(page).getByRole('alert').filter({ hasText: /./ }),
  kept: (page) => value(cardField(page, 'card number')),
  busy: loading,
  done: methodChanged,
};

export const billingFaultSteps: readonly FaultStep[] = [
  {
    name: 'billing: cancel',
    call: calls.cancelSubscription,
    open: signedIn(anna, billing, async (page) => {
      await button(main(page), 'Cancel subscription').click();
      await dialog(page).getByRole('radio', { name: 'It’s too expensive' }).click();
    }),
    settle,
    act: (page) => press(page, 'Cancel subscription'),
    says: (page) => dialog(page).getByRole('alert').filter({ hasText: /./ }),
    // Hidden while the outcome is unknown.
    kept: (page) => page.evaluate(() => document.querySelector('dialog input:checked') !== null),
    busy: (page) => dialog(page).getByText('We’re cancelling'),
    done: (page) => dialog(page).getByText('We’ve cancelled'),
  },
  {
    name: 'billing: the survey',
    call: calls.registerEvent,
    open: signedIn(anna, billing, async (page) => {
      await button(main(page), 'Cancel subscription').click();
      await pressDeliberately(button(dialog(page), 'Cancel subscription'));
      await dialog(page).getByText('We’ve cancelled').waitFor();
      await dialog(page).getByRole('textbox').fill('Too slow at home');
    }),
    act: (page) => button(dialog(page), 'Send feedback').click(),
    says: alert(/We couldn’t send your feedback/),
    kept: (page) => value(dialog(page).getByRole('textbox')),
    busy: loading,
    done: (page) => dialog(page).getByText('Thank you, that helps us.'),
  },
  {
    name: 'billing: renew',
    call: calls.renewSubscription,
    open: signedIn('canceled@example.com', billing, (page) => page.locator('.plan__foot .btn').click()),
    settle,
    act: (page) => press(page, /^Renew/),
    says: (page) => dialog(page).getByRole('alert').filter({ hasText: /./ }),
    busy: loading,
    done: (page) => button(main(page), 'Cancel subscription'),
  },
  {
    name: 'billing: Diia',
    call: calls.citizenshipLink,
    isRead: true,
    misshapen: [{}, { deep_link: 5 }, { deep_link: ['https://diia.example'] }],
    open: signedIn('verify-me@example.com', billing, (page) => button(main(page), 'Verify with Diia').click()),
    act: tryAgain,
    says: problem,
    busy: (page) => dialog(page).locator('.spinner'),
    done: (page) => dialog(page).getByRole('timer'),
  },
  {
    name: 'billing: a new card',
    call: calls.createPaymentSetup,
    misshapen: [{}, { stripe_payment_setup_intent_id: 5 }, { ...preparedSetup, requires_action: true }],
    ...saveCard,
  },
  {
    name: 'billing: save the new card',
    call: calls.updatePaymentMethod,
    ...saveCard,
  },
  {
    name: 'billing: back from the bank',
    call: calls.updatePaymentMethod,
    isRead: true,
    async open(page, stack) {
      await signInByToken(page, stack, card);
      await returnFromBank(page, stack);
    },
    act: returnFromBank,
    says: (page) =>
      page
        .locator('.banner', { has: page.getByRole('button', { name: /^(Try again|Change payment method)$/ }) })
        .or(page.getByText('We couldn’t tell whether it worked')),
    busy: (page) => page.getByText('Updating your payment method…'),
    done: methodChanged,
    // Returning from the bank needs the network.
    ends: { offline: null },
  },
];
