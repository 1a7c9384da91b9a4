// main.tsx calls `takeBankReturn` before anything else, so this file is part of the entry chunk. The reader is
// read-bank-return.ts; the rest of the return from the bank is in features/payment-method/use-bank-return.ts.
import { paths } from '../paths.ts';
import { tabStorage } from '../storage.ts';
import { readSession } from './session.ts';
import { nameSession } from './session-changes.ts';

/** What the bank's page added to the URL. The client secret is dropped: nothing here needs it. */
export interface BankReturn {
  readonly setupIntent: string;
  /** `succeeded`, `failed` or `pending`. */
  readonly status: string | null;
  /** The session that it belongs to; false for a visitor, who signs in first. */
  readonly session: string | false;
  readonly savedAt: number;
}

const names = [
  'setup_intent',
  'setup_intent_client_secret',
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
];

/** Holds the return that no page has shown yet: a reload must not lose it. */
export const bankReturnKey = 'bank-return';

/**
 * Takes the bank's parameters out of the URL, before anything can log, report or save them. The page opens billing
 * instead. decisions.md §4, Returning from the bank by redirect
 */
export function takeBankReturn(): void {
  const url = new URL(location.href);
  const query = url.searchParams;
  if (!names.some((name) => query.has(name))) return;
  const setupIntent = query.get('setup_intent');
  const status = query.get('redirect_status');
  const session = readSession().signedIn && nameSession();
  const taken = { setupIntent, status, session, savedAt: Date.now() };
  // A payment changes no method. The billing section shows its result anyway.
  if (setupIntent) tabStorage.write(bankReturnKey, JSON.stringify(taken));
  for (const name of names) query.delete(name);
  if (url.pathname === paths.profile) query.set('profile_section', 'BILLING');
  history.replaceState(history.state, '', url);
}
