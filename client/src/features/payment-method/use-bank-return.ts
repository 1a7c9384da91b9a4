import { useLayoutEffect, useRef, useState } from 'react';
import type { Profile } from '#shared/profile.ts';
import { useToastIfLeft } from '../../profile/use-toast-if-left.ts';
import { isOutcomePending, recheckWrite, useVerifiedWrite, type WriteState } from '../../profile/verified-write.ts';
import { clearBankReturn, readBankReturn } from '../../session/read-bank-return.ts';
import { rememberSession } from '../../session/remember-session.ts';
import {
  type ChangeOutcome,
  changeName,
  classifyChangeFailure,
  hasChanged,
  readSavedSetups,
  rememberSaved,
  savePaymentMethod,
  wasChangedSince,
} from './change-payment-method.ts';

/** `pending`: the bank has not decided. */
export type BankReturnState = 'pending' | 'running' | ChangeOutcome;

/** After the bank redirected back: saves the card if the bank confirmed it. Null without a return. decisions.md §4 */
export function useBankReturn(profile: Profile) {
  const [bankReturn] = useState(() => {
    const taken = readBankReturn();
    // A later change replaces it, also if Back, or the history, opens it again.
    const [, , ...replaced] = readSavedSetups();
    return taken && (wasChangedSince(taken.savedAt) || replaced.includes(taken.setupIntent)) ? null : taken;
  });
  // Back, or the history, opens the same return again.
  const [wasSaved, setWasSaved] = useState(
    () => bankReturn !== null && readSavedSetups().includes(bankReturn.setupIntent),
  );
  /** When the user last said that they want this card. */
  const wantedAt = useRef(bankReturn?.savedAt ?? 0);
  const name = changeName(profile);
  // The page may show the change before a refusal does.
  const [wasApplied] = useState(() => hasChanged(profile));
  const { state, problem, run, check } = useVerifiedWrite(name, wasApplied, {
    wasDoneBefore: wasApplied,
    onDone: rememberSaved(bankReturn?.setupIntent ?? ''),
    textsIfLeft: { failed: 'toast.paymentMethodFailed', unknown: 'toast.planChangeUnknown' },
  });
  const prepareToast = useToastIfLeft();
  const isSent = useRef(false);
  const [isRetrying, setRetrying] = useState(false);
  /** Not while another change of the payment method is running. */
  const save = async (setupIntent: string) => {
    isSent.current = false;
    const toastIfLeft = prepareToast();
    const outcome = await run(() => {
      isSent.current = true;
      // Wallets never redirect.
      return savePaymentMethod(setupIntent, 'card');
    });
    if (outcome === 'done') toastIfLeft('toast.paymentMethodChanged', 'ok');
  };
  // A layout effect: if the user has opened another section, no frame shows this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: saves once, when the section opens.
  useLayoutEffect(() => {
    clearBankReturn();
    if (bankReturn?.status === 'succeeded' && !wasSaved) void save(bankReturn.setupIntent);
  }, []);
  return (
    bankReturn && {
      state: describeReturn(bankReturn.status, wasSaved ? 'done' : isRetrying ? 'running' : state, problem),
      /** After an unknown outcome: looks it up. After a failure: saves the card again, which the bank has confirmed. */
      async retry() {
        const isSameSession = rememberSession();
        setRetrying(true);
        if (state === 'failed') wantedAt.current = Date.now();
        if (isSent.current && state === 'unknown') await check();
        else {
          // Another change may have ended meanwhile.
          if (isOutcomePending(name)) await recheckWrite(name);
          // The card belongs to the account in which the user pressed the button.
          if (isSameSession())
            if (wasChangedSince(wantedAt.current)) setWasSaved(true);
            else await save(bankReturn.setupIntent);
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
