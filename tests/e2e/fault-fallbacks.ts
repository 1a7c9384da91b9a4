import { expect, type Locator, type Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import type { ProcessStack } from '../support/built-stack.ts';
import { findPermanentToken } from './support/accounts.ts';
import type { BreakableCall } from './support/break-call.ts';
import {
  anna,
  billing,
  button,
  devices,
  dialog,
  type Fault,
  free,
  heading,
  main,
  signedIn,
} from './support/fault-step.ts';
import { fromGateway } from './support/faults.ts';
import { pressDeliberately } from './support/press-deliberately.ts';
import { signInByToken } from './support/sign-in.ts';

/** A call that a screen can do without. Its faults are walked like those of a `FaultStep`. */
export interface FallbackStep extends BreakableCall {
  readonly name: string;
  /** Signs in and opens the screen, before the first fault. */
  prepare(page: Page, stack: ProcessStack): Promise<unknown>;
  /** Opens the screen again, before each fault. */
  open?(page: Page, stack: ProcessStack): Promise<unknown>;
  /** Sends the call, unless `open` does. */
  act?(page: Page, fault: Fault): Promise<unknown>;
  /** What happens instead. */
  expectFallback(page: Page, fault: Fault): Promise<void>;
  /** What the screen shows while it waits for the call; missing where it does not wait. */
  busy?(page: Page): Locator;
  /** What the screen shows on success. */
  done(page: Page): Locator;
  /** Faults that cannot occur. */
  readonly never?: readonly Fault[];
}

const processing = heading('Processing your payment');
const paid = heading('Payment successful');

const reload = (page: Page) => page.reload();

/** Records where the page leaves to, and keeps it open. */
async function keepOpen(page: Page, url: string): Promise<void> {
  leftTo.length = 0;
  await page.route(url, (route) => {
    leftTo.push(route.request().url());
    return route.abort('aborted');
  });
}
const leftTo: string[] = [];

async function expectLeft(): Promise<void> {
  await expect.poll(() => leftTo).toHaveLength(1);
  leftTo.length = 0;
}

/** Comes from the order page with a token that signs in. */
async function returnFromOrder(page: Page, stack: ProcessStack): Promise<void> {
  await page.context().clearCookies();
  const identity = Buffer.from(`skerry.site.order|42|${await findPermanentToken(stack, anna)}`).toString('base64');
  await page.goto(`/payment/success?app-identity=${encodeURIComponent(identity)}`);
}

const plans = (page: Page) => main(page).getByRole('link', { name: 'Upgrade plan' });
const windows = (page: Page) => button(dialog(page), 'Windows');

export const fallbackSteps: readonly FallbackStep[] = [
  {
    name: 'payment result: the account',
    call: calls.profile,
    misshapen: [{}, { profile: null }],
    async prepare(page, stack) {
      await returnFromOrder(page, stack);
      // Reloaded earlier, the page would lose its sign-in.
      await expect(paid(page)).toBeVisible();
    },
    open: reload,
    async expectFallback(page) {
      await expect(heading('Could not update subscription status')(page)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Go to profile' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Contact support' })).toBeVisible();
    },
    busy: processing,
    done: paid,
    never: ['offline'],
  },
  {
    name: 'billing: the coupon',
    call: calls.accountCoupon,
    misshapen: [{}, { coupon: 5 }, { coupon: [] }, { coupon: {} }, { coupon: { code: 5 } }],
    prepare: signedIn('free-coupon@example.com', billing),
    open: reload,
    async expectFallback(page) {
      await expect(plans(page)).toBeVisible();
      await expect(page.getByText('coupon')).toHaveCount(0);
    },
    done: (page) => page.getByText('coupon'),
    never: ['offline'],
  },
  {
    name: 'billing: the link to the plans',
    call: calls.paymentLink,
    misshapen: [{}, { link: 5 }, { link: 'javascript:alert(1)' }],
    async prepare(page, stack) {
      await keepOpen(page, '**/order/');
      await signedIn(free, billing)(page, stack);
      await plans(page).waitFor();
    },
    act: (page) => plans(page).click(),
    async expectFallback(page, fault) {
      if (fault === 'offline') {
        await expect(page.getByRole('alert').filter({ hasText: 'You seem to be offline.' })).toBeVisible();
        expect(leftTo).toEqual([]);
      } else await expectLeft();
    },
    done: plans,
  },
  {
    name: 'billing: the country of the survey',
    call: calls.visitorCountry,
    misshapen: [{}, { country: {} }, { country: { iso_code: 5 } }],
    async prepare(page, stack) {
      // The account keeps its subscription, for the next fault.
      await page.route(`**${calls.cancelSubscription.path}`, (route) => route.fulfill({ ...fromGateway, json: {} }));
      await signedIn(anna, billing)(page, stack);
    },
    async open(page) {
      await page.reload();
      await button(main(page), 'Cancel subscription').click();
    },
    act: (page) => pressDeliberately(button(dialog(page), 'Cancel subscription')),
    async expectFallback(page) {
      await dialog(page).getByRole('textbox').fill('Too slow at home');
      await button(dialog(page), 'Send feedback').click();
      await expect(dialog(page).getByText('Thank you, that helps us.')).toBeVisible();
    },
    done: (page) => dialog(page).getByText('Thank you, that helps us.'),
    // The cancellation comes first.
    never: ['offline'],
  },
  {
    name: 'add a device: the installer',
    call: calls.installerLink,
    misshapen: [{}, { download_url: 5 }, { download_url: 'not base64' }],
    async prepare(page, stack) {
      await keepOpen(page, '**/download/windows/');
      await signedIn(anna, `${devices}&add_new_device=desktop`)(page, stack);
      await windows(page).waitFor();
    },
    // The button is inactive while the page is offline, and a moment longer.
    act: (page, fault) => windows(page).click({ force: fault === 'offline' }),
    async expectFallback(page, fault) {
      if (fault === 'offline') {
        await expect(windows(page)).toBeDisabled();
        expect(leftTo).toEqual([]);
      } else await expectLeft();
    },
    busy: (page) => button(dialog(page), 'Preparing…'),
    done: windows,
  },
  {
    name: 'newsletter: the event',
    call: calls.registerEvent,
    prepare: (page, stack) => signInByToken(page, stack, free),
    async open(page) {
      // A new history entry, which has not confirmed yet.
      await page.goto('about:blank');
      await page.goto('/email/subscription-confirmed');
    },
    act: (page) => button(main(page), `Confirm for ${free}`).click(),
    expectFallback: (page) => expect(heading('Thank you!')(page)).toBeVisible(),
    done: heading('Thank you!'),
    // The confirmation comes first.
    never: ['offline'],
  },
  {
    name: 'router: delete the replaced one',
    call: calls.deleteRouter,
    prepare: async () => undefined,
    async open(page, stack) {
      // A read of the last screen would end the new session.
      await page.goto('about:blank');
      await fetch(`${stack.sandboxOrigin}/sandbox/reset`, { method: 'POST' });
      await signedIn('routers@example.com', devices)(page, stack);
      await page
        .getByRole('link', { name: /^Configurations: / })
        .first()
        .click();
      await main(page).getByRole('link', { name: 'Set up again with another location' }).click();
      await page.getByRole('radio', { name: 'Austria' }).click();
    },
    act: (page) => button(main(page), 'Download config file').click(),
    async expectFallback(page) {
      await expect(heading('Configurations')(page)).toBeVisible();
      await expect(page.getByText('The old entry is still on your device list')).toBeVisible();
    },
    busy: (page) => page.locator('.is-loading').first(),
    done: heading('Configurations'),
    // The new router comes first.
    never: ['offline'],
  },
];
