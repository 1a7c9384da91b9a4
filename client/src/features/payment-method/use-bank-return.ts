import { useLayoutEffect, useRef, useState } from 'react';
import type { Profile } from '#shared/profile.ts';
import { isOutcomePending, recheckWrite, useVerifiedWrite, type WriteState } from '../../profile/verified-write.ts';
import { clearBankReturn, readBankReturn } from '../../session/read-bank-return.ts';
import { rememberSession } from '../../session/remember-session.ts';
import { browserStorage } from '../../storage.ts';
import {
  type ChangeOutcome,
  changeName,
  classifyChangeFailure,
  hasChanged,
  savePaymentMethod,
} from './change-payment-method.ts';

/** `pending`: the bank has not decided. */
export type BankReturnState = 'pending' | 'running' | ChangeOutcome;

/** Holds the id of the setup that was saved last: Back, or the history, opens the same return again. */
const savedSetupKey = 'saved-setup';

/** After the bank redirected back: saves the card if the bank confirmed it. Null without a return. decisions.md §4 */
export function useBankReturn(profile: Profile) {
  const [bankReturn] = useState(readBankReturn);
  const [wasSaved] = useState(() => browserStorage.read(savedSetupKey) === bankReturn?.setupIntent);
  const name = changeName(profile);
  // The page may show the change before a refusal does.
  const [wasApplied] = useState(() => hasChanged(profile));
  const { state, problem, run, check } = useVerifiedWrite(name, wasApplied, {
    wasDoneBefore: wasApplied,
    textsIfLeft: { failed: 'toast.paymentMethodFailed', unknown: 'toast.planChangeUnknown' },
  });
  const isSent = useRef(false);
  const [isRetrying, setRetrying] = useState(false);
  /** Even if the user has left the section meanwhile. */
  const rememberIfSaved = async (settling: ReturnType<typeof run>, setupIntent: string) => {
    if ((await settling) === 'done') browserStorage.write(savedSetupKey, setupIntent);
  };
  /** Not while another change of the payment method is running. */
  const save = (setupIntent: string) => {
    isSent.current = false;
    const settling = run(() => {
      isSent.current = true;
      // Wallets never redirect.
      return savePaymentMethod(setupIntent, 'card');
    });
    return rememberIfSaved(settling, setupIntent);
  };
  // A layout effect: if the user has opened another section, no frame shows this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: saves once, when the section opens.
  useLayoutEffect(() => {
    if (bankReturn === null) return;
    clearBankReturn();
    if (bankReturn.status === 'succeeded' && !wasSaved) void save(bankReturn.setupIntent);
  }, []);
  return (
    bankReturn && {
      state: describeReturn(bankReturn.status, wasSaved ? 'done' : isRetrying ? 'running' : state, problem),
      /** After an unknown outcome: looks it up. After a failure: saves the card again, which the bank has confirmed. */
      async retry() {
        const isSameSession = rememberSession();
        setRetrying(true);
        if (isSent.current && state === 'unknown') await rememberIfSaved(check(), bankReturn.setupIntent);
        else {
          // Another change may have ended meanwhile.
          if (isOutcomePending(name)) await recheckWrite(name);
          // The card belongs to the account in which the user pressed the button.
          if (isSameSession()) await save(bankReturn.setupIntent);
        }
        setRetrying(false);
      },
    }
  );
}

function describeReturn(status: string | null, saving: WriteState, problem: unknown): BankReturnState {
  if (status === 'pending') return 'pending';
  if (status !== 'succeeded') return 'notConfirmed';
  if (saving === 'failed') return classifyChangeFailure(problem);
  return saving === 'idle' ? 'running' : saving;
}
