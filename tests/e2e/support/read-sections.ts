import type { Page } from '@playwright/test';
import type { DeviceDetails } from '../device-expectations.ts';

/** The content of the account section, top to bottom. Absent members are not on the page. */
export interface AccountDetails {
  /** The line above the email. */
  readonly signIn: string;
  /** A text in place of the email. */
  readonly noEmail?: true;
  readonly changesEmail?: true;
  readonly plan: string;
  readonly state?: string;
  readonly newsletter?: true;
  readonly redeem?: true;
}

/** The content of the billing section, top to bottom. Dates read DATE. */
export interface BillingDetails {
  /** Banner titles. */
  readonly banners?: readonly string[];
  readonly plan: string;
  readonly badge?: string;
  readonly facts?: readonly string[];
  /** What happens next. */
  readonly next?: string;
  readonly action?: string;
  readonly method?: string;
  readonly changesMethod?: true;
  readonly verify?: true;
}

/** The content of the referral section, top to bottom. */
export interface ReferralDetails {
  /** The banner: all invites are used, or the link is missing. */
  readonly banner?: string;
  /** The banner's button. */
  readonly action?: string;
  /** The link with the ways to share it. */
  readonly shares?: true;
  /** The discount now. */
  readonly discount?: string;
  /** How the discount is applied. */
  readonly applied?: string;
  /** The number of invites left. */
  readonly invites?: string;
  /** Lit lights, and all lights. */
  readonly lights?: readonly [lit: number, all: number];
  /** The steps, of which the first is to send the link. */
  readonly explains?: true;
}

/** Reads the account section. */
export const readAccount = (page: Page): Promise<AccountDetails> =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    const say = (element: Element | null | undefined) => (element as HTMLElement | null)?.innerText.trim();
    const [email, plan] = main?.querySelectorAll('.list-row--stack') ?? [];
    return {
      signIn: say(email?.querySelector('.muted')) ?? '',
      ...(say(email?.querySelector('.list-row__title')) === 'No email yet' && { noEmail: true as const }),
      ...(say(email?.querySelector('button')) === 'Change email' && { changesEmail: true as const }),
      plan: say(plan?.querySelector('.list-row__title')) ?? '',
      ...(plan?.querySelector('.badge') && { state: say(plan.querySelector('.badge')) ?? '' }),
      ...(main?.querySelector<HTMLInputElement>('[type=checkbox]')?.checked && { newsletter: true as const }),
      ...(main?.querySelector('a.list-row') && { redeem: true as const }),
    };
  });

/** Reads the billing section. */
export const readBilling = (page: Page): Promise<BillingDetails> =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    const say = (element: Element | null | undefined) =>
      [(element as HTMLElement | null)?.innerText, element?.querySelector('[role=img]')?.getAttribute('aria-label')]
        .filter(Boolean)
        .join(' ')
        .replace(/\s+/g, ' ')
        .replace(/\d{1,2} \p{L}+ 20\d\d/gu, 'DATE')
        .trim();
    const all = (selector: string) => [...(main?.querySelectorAll(selector) ?? [])].map(say);
    const one = (name: string, selector: string) => {
      const [words] = all(selector);
      return words === undefined ? {} : { [name]: words };
    };
    const banners = all('.banner__title');
    const facts = [...(main?.querySelectorAll('.plan__facts > div') ?? [])].map(
      (fact) => `${say(fact.querySelector('dt'))}: ${say(fact.querySelector('dd'))}`,
    );
    const buttons = all('button');
    return {
      ...(banners.length > 0 && { banners }),
      plan: all('h2')[0] ?? '',
      ...one('badge', '.plan .badge'),
      ...(facts.length > 0 && { facts }),
      ...one('next', '.plan__note'),
      ...one('action', '.plan__foot .btn, .card.row--between .btn'),
      ...one('method', '.list-row .list-row__title'),
      ...(buttons.includes('Change payment method') && { changesMethod: true as const }),
      ...(buttons.includes('Verify with Diia') && { verify: true as const }),
    };
  });

/** Reads the referral section. */
export const readReferral = (page: Page): Promise<ReferralDetails> =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    const all = (selector: string) =>
      [...(main?.querySelectorAll<HTMLElement>(selector) ?? [])].map((element) => element.innerText.trim());
    const one = (name: string, selector: string) => {
      const [words] = all(selector);
      return words === undefined ? {} : { [name]: words };
    };
    const lights = all('.light').length;
    return {
      ...one('banner', '.banner__title, .banner__body > .small'),
      ...one('action', '.banner .btn'),
      ...(main?.querySelector('input[readonly]') && { shares: true as const }),
      ...one('discount', '.card__head h2'),
      ...one('applied', '.achievements__how'),
      ...one('invites', '.card__head .badge'),
      ...(lights > 0 && { lights: [all('.light.is-on').length, lights] as const }),
      ...(all('h2').includes('How program works') && { explains: true as const }),
    };
  });

/** Reads the section of devices. */
export const readDevices = (page: Page): Promise<DeviceDetails> =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    const texts = (selector: string) =>
      [...(main?.querySelectorAll<HTMLElement>(selector) ?? [])].map((element) => element.innerText.trim());
    const [used = -1, limit = -1] = (texts('.page-head [role=status]')[0]?.match(/\d+/g) ?? []).map(Number);
    const [empty] = texts('.empty h2');
    const buttons = texts('button');
    const routers = texts('.tile__link .tile__title');
    return {
      slots: [used, limit] as const,
      ...(empty !== undefined && { empty }),
      ...(routers.length > 0 && { routers }),
      ...(buttons.includes('Add new device') && { adds: true as const }),
      ...(main?.textContent?.includes('You’ve reached your device limit') && { full: true as const }),
      ...(buttons.includes('Download the app') && { downloads: true as const }),
      ...(main?.querySelector('.meter') && { meter: true as const }),
    };
  });
