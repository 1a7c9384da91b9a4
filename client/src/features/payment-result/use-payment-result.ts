import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { calls } from '#shared/calls.ts';
import { request } from '../../api/request.ts';
import { recheckSession } from '../../session/recheck-on-restore.ts';
import { readSession } from '../../session/session.ts';
import { completeSignIn } from '../../session/sign-in.ts';
import { readAppIdentity } from './app-identity-parameter.ts';
import { awaitSubscription } from './await-subscription.ts';

/**
 * `checking` polls the profile, `unreadable` cannot and only waits, `soon` is the assumed success after that.
 * `unknown`: the URL does not identify an account.
 */
export type PaymentResult = 'checking' | 'unreadable' | 'success' | 'soon' | 'failed' | 'unknown';

/** The history state after the token was removed from the URL, for a reload. */
interface SavedState {
  readonly identityRead?: true;
}

/** How long to wait when the profile cannot be read. product.md §4 */
const unreadableMs = 12_000;

/** The result of the payment. product.md §4 */
export function usePaymentResult(): PaymentResult {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [identity] = useState(() => new URLSearchParams(search).get('app-identity'));
  const [resumes] = useState(() => identity === null && (state as SavedState | null)?.identityRead === true);
  const [result, setResult] = useState<PaymentResult>(identity === null && !resumes ? 'unknown' : 'checking');

  const urlHoldsToken = new URLSearchParams(search).has('app-identity');
  useEffect(() => {
    if (!urlHoldsToken) return;
    const rest = new URLSearchParams(search);
    rest.delete('app-identity');
    const path = `${pathname}${rest.size > 0 ? `?${rest}` : ''}`;
    navigate(path, { replace: true, state: { identityRead: true } satisfies SavedState });
  }, [urlHoldsToken, navigate, pathname, search]);

  useEffect(() => {
    if (identity === null && !resumes) return;
    const controller = new AbortController();
    findResult(identity, controller.signal).then(
      (found) => {
        if (!controller.signal.aborted) setResult(found);
      },
      () => {
        if (!controller.signal.aborted) setResult('failed');
      },
    );
    return () => controller.abort();
  }, [identity, resumes]);

  useEffect(() => {
    if (result !== 'unreadable') return;
    const timer = setTimeout(() => setResult('soon'), unreadableMs);
    return () => clearTimeout(timer);
  }, [result]);

  return result;
}

/**
 * Any site can open this page with a token of its own, so an existing session is never replaced.
 * @param identity null after a reload, when the session either exists or never started
 */
async function findResult(identity: string | null, signal: AbortSignal): Promise<PaymentResult> {
  const signedIn = readSession().signedIn || (identity !== null && (await exchange(readAppIdentity(identity))));
  if (!signedIn) return 'unreadable';
  return (await awaitSubscription(signal)) ? 'success' : 'failed';
}

async function exchange(token: string | null): Promise<boolean> {
  if (token === null) return false;
  if (document.hidden) {
    await untilVisible();
    // The visitor may have signed in meanwhile, and a frozen tab hears of that too late.
    await recheckSession();
    if (readSession().signedIn) return true;
  }
  try {
    await request(calls.signInWithPermanentToken, { perm_token: token });
    completeSignIn();
    return true;
  } catch {
    return false;
  }
}

/** Another site can open this page in a hidden tab: no sign-in there, which would change the other tabs, too. */
const untilVisible = (): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    check();
  });
