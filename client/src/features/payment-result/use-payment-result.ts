import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { readSession } from '../../session/session.ts';
import { takeLinkSignIn } from '../../session/signed-in-by-url.ts';
import { notifyTabs } from '../../session/tabs.ts';
import { awaitSubscription } from './await-subscription.ts';

/**
 * `checking` polls the profile, `unreadable` cannot and only waits, `soon` is the assumed success after that.
 * `unknown`: the URL does not identify an account.
 */
export type PaymentResult = 'checking' | 'unreadable' | 'success' | 'soon' | 'failed' | 'unknown';

/** The history state after `app-identity` was removed from the URL, for a reload. */
interface SavedState {
  readonly identityRead?: true;
}

/** How long to wait when the profile cannot be read. product.md §4 */
const unreadableMs = 12_000;

/**
 * The result of the payment. The gateway has taken the token out of `app-identity` and signed in with it, unless the
 * visitor had a session. product.md §4
 */
export function usePaymentResult(): PaymentResult {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const inUrl = new URLSearchParams(search).has('app-identity');
  const [result, setResult] = useState<PaymentResult>(() => {
    if (!inUrl && !(state as SavedState | null)?.identityRead) return 'unknown';
    return readSession().signedIn ? 'checking' : 'unreadable';
  });

  // Only tells the other tabs, once this one is visible: the first page of the profile names the account.
  useEffect(() => {
    takeLinkSignIn();
    document.addEventListener('visibilitychange', takeLinkSignIn);
    return () => document.removeEventListener('visibilitychange', takeLinkSignIn);
  }, []);

  useEffect(() => {
    if (!inUrl) return;
    const rest = new URLSearchParams(search);
    rest.delete('app-identity');
    const path = `${pathname}${rest.size > 0 ? `?${rest}` : ''}`;
    navigate(path, { replace: true, state: { identityRead: true } satisfies SavedState });
  }, [inUrl, navigate, pathname, search]);

  useEffect(() => {
    if (result !== 'checking') return;
    const controller = new AbortController();
    const show = (found: PaymentResult) => {
      if (controller.signal.aborted) return;
      setResult(found);
      if (found === 'success') notifyTabs('changed');
    };
    awaitSubscription(controller.signal).then(
      (paid) => show(paid ? 'success' : 'failed'),
      () => show('failed'),
    );
    return () => controller.abort();
  }, [result]);

  useEffect(() => {
    if (result !== 'unreadable') return;
    const timer = setTimeout(() => setResult('soon'), unreadableMs);
    return () => clearTimeout(timer);
  }, [result]);

  return result;
}
