// Not in bank-return.ts, so that the entry chunk contains only the writer.
import { tabStorage } from '../storage.ts';
import { createStore } from '../store.ts';
import { type BankReturn, bankReturnKey } from './bank-return.ts';
import { isFresh } from './is-fresh.ts';
import { nameSession } from './session-changes.ts';

export const bankReturn = createStore<BankReturn | null>(JSON.parse(tabStorage.read(bankReturnKey) ?? 'null'));

/** The return that no page has shown yet. Nothing after a sign-out or a sign-in: it is not for the next account. */
export function readBankReturn(): BankReturn | null {
  const taken = bankReturn.get();
  const isOwn = taken?.session ? taken.session === nameSession() : isFresh(taken?.savedAt);
  return isOwn ? taken : null;
}

/** A page shows it now. */
export function clearBankReturn(): void {
  tabStorage.remove(bankReturnKey);
  bankReturn.set(null);
}
