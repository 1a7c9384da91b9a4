// main.tsx calls `takeBankReturn` before anything else, so this file is part of the entry chunk. The rest of the return
// from the bank is in features/payment-method/use-bank-return.ts.
import { paths } from '../paths.ts';

/** What the bank's page added to the URL. The client secret is dropped: nothing here needs it. */
export interface BankReturn {
  readonly setupIntent: string;
  /** `succeeded`, `failed` or `pending`. */
  readonly status: string | null;
}

const names = [
  'setup_intent',
  'setup_intent_client_secret',
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
];

let taken: BankReturn | null = null;

/**
 * Takes the bank's parameters out of the URL, before anything can log, report or save them. The page opens billing
 * instead. decisions.md §4, Returning from the bank by redirect
 */
export function takeBankReturn(): void {
  const url = new URL(location.href);
  const query = url.searchParams;
  taken = history.state?.bankReturn ?? null;
  if (!names.some((name) => query.has(name))) return;
  const setupIntent = query.get('setup_intent');
  // A payment changes no method. The billing section shows its result anyway.
  taken = setupIntent ? { setupIntent, status: query.get('redirect_status') } : null;
  for (const name of names) query.delete(name);
  if (url.pathname === paths.profile) query.set('profile_section', 'BILLING');
  save(url);
}

/** In the history, because the reload after a failed chunk load must not lose it. */
const save = (url?: URL): void => history.replaceState({ ...history.state, bankReturn: taken }, '', url);

/** A page that shows the return, for a visitor who signs in first, perhaps after a reload. */
export function withBankReturn(url: string): string {
  if (taken === null) return url;
  const { pathname, searchParams, hash } = new URL(url, location.origin);
  searchParams.set('setup_intent', taken.setupIntent);
  if (taken.status) searchParams.set('redirect_status', taken.status);
  return `${pathname}?${searchParams}${hash}`;
}

/** The return that no page has shown yet. */
export const readBankReturn = (): BankReturn | null => taken;

/** A page shows it now. */
export function clearBankReturn(): void {
  taken = null;
  save();
}
