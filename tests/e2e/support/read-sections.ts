import type { Page } from '@playwright/test';

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
