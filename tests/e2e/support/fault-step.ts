import type { Locator, Page } from '@playwright/test';
import type { Call } from '#shared/calls.ts';
import type { ProcessStack } from '../../support/built-stack.ts';
import { screenTitle } from './screen-title.ts';
import { signInByToken } from './sign-in.ts';

/**
 * `misshapen` is a JSON object without what the page needs. No other body needs a test: it fails like `nonsense`, or
 * acknowledges the call. request.test.ts
 */
export const faults = ['refused', 'failing', 'limited', 'aborted', 'nonsense', 'misshapen', 'offline', 'slow'] as const;
export type Fault = (typeof faults)[number];

/** One call that a screen makes. faults.spec.ts tests the screen with every fault of it. */
export interface FaultStep {
  readonly name: string;
  readonly call: Pick<Call, 'method'> & { readonly path: string };
  /** Opens the screen and fills it in. A read is sent by it. */
  open(page: Page, stack: ProcessStack): Promise<unknown>;
  /** After an unknown outcome: waits until the screen knows it. */
  settle?(page: Page): Promise<void>;
  /** Sends the call, also again after a failure: the next step that the screen offers. */
  act(page: Page, stack: ProcessStack): Promise<unknown>;
  /** The call is sent by `open`. */
  readonly isRead?: true;
  /** The misshapen responses. */
  readonly misshapen?: readonly unknown[];
  /** What the screen says after a failure. */
  says(page: Page): Locator;
  /** What was typed or chosen, which no failure may change. */
  kept?(page: Page): Promise<unknown>;
  /** What the screen shows while the call takes long. */
  busy(page: Page): Locator;
  /** What the screen shows on success. */
  done(page: Page): Locator;
  /** Faults that end the step, with what the screen then shows; null for a fault that cannot occur. */
  readonly ends?: Partial<Record<Fault, ((page: Page) => Locator) | null>>;
}

export const anna = 'anna.lindqvist@example.com';
export const free = 'free@example.com';
export const next = 'anna.new@gmail.com';
export const card = 'active-card@example.com';
export const devices = '/profile?profile_section=DEVICES';
export const billing = '/profile?profile_section=BILLING';

export const main = (page: Page) => page.getByRole('main');
export const dialog = (page: Page) => page.getByRole('dialog');
export const problem = (page: Page) => page.getByRole('alert').filter({ hasText: /Something went wrong/ });
export const alert = (text: RegExp) => (page: Page) => page.getByRole('alert').filter({ hasText: text }).first();
export const heading = (name: string | RegExp) => (page: Page) => screenTitle(page, name);
export const loading = (page: Page) => page.locator('.is-loading').first();
export const button = (scope: Locator, name: string | RegExp) => scope.getByRole('button', { name, exact: true });
export const tryAgain = (page: Page) => button(page.locator('body'), 'Try again').last().click();
export const value = (field: Locator) => field.inputValue();

export const signedIn =
  (email: string, path: string, then: (page: Page) => Promise<unknown> = async () => undefined): FaultStep['open'] =>
  async (page, stack) => {
    await signInByToken(page, stack, email);
    await page.goto(path);
    await then(page);
  };

export const tokenless = [{}, { perm_token: 5 }];
