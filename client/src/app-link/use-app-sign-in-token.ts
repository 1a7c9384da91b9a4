import { useEffect, useState } from 'react';
import { onPairingTick } from './pairing-clock.ts';
import { requestPermanentToken } from './request-permanent-token.ts';

/** A token is valid for five minutes and renewed six seconds earlier. product.md §9 */
const renewAfterMs = 294_000;

export interface AppSignInToken {
  /** Null until the first one arrives. */
  readonly token: string | null;
  /** The number of renewals, to announce a new code. */
  readonly renewals: number;
  /** The last request failed; the previous token is no longer shown. */
  readonly failed: boolean;
  renew(): void;
}

/**
 * The token that signs in the app, on this device or another, renewed while the component is mounted. product.md §3 and
 * §8 call it the download token. decisions.md §4
 */
export function useAppSignInToken(): AppSignInToken {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<AppSignInToken, 'renew'>>({ token: null, renewals: -1, failed: false });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt requests a new token.
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const renew = () => {
      controller.abort();
      setAttempt((last) => last + 1);
    };
    const startedAt = Date.now();
    const stop = onPairingTick(() => {
      if (Date.now() - startedAt >= renewAfterMs) renew();
    });
    requestPermanentToken({ signal }).then(
      (token) => {
        if (!signal.aborted) setState(({ renewals }) => ({ token, renewals: renewals + 1, failed: false }));
      },
      () => {
        if (!signal.aborted) setState(({ renewals }) => ({ token: null, renewals, failed: true }));
      },
    );
    return () => {
      controller.abort();
      stop();
    };
  }, [attempt]);

  return {
    ...state,
    renew() {
      setState(({ renewals }) => ({ token: null, renewals, failed: false }));
      setAttempt((last) => last + 1);
    },
  };
}
