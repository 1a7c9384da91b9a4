import { useEffect, useState } from 'react';
import { calls } from '#shared/calls.ts';
import { request } from '../api/request.ts';

/** A token is good for five minutes; it is renewed six seconds earlier. product.md §9 */
const renewAfterMs = 294_000;

export interface DownloadToken {
  /** Null until the first one is there. */
  readonly token: string | null;
  /** How often it was renewed, for telling that there is a new code. */
  readonly renewals: number;
  /** The last attempt failed; a token that was there before is no longer shown. */
  readonly failed: boolean;
  renew(): void;
}

/** The token that signs in the app on a new device, as long as the caller is on the page. decisions.md §4 */
export function useDownloadToken(): DownloadToken {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<DownloadToken, 'renew'>>({ token: null, renewals: -1, failed: false });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks for a token of its own.
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const renew = () => {
      leaving.abort();
      setAttempt((last) => last + 1);
    };
    const startedAt = Date.now();
    const timer = setTimeout(renew, renewAfterMs);
    // A tab in the background may sleep through its timer.
    const renewWhenSeen = () => {
      if (document.visibilityState === 'visible' && Date.now() - startedAt >= renewAfterMs) renew();
    };
    document.addEventListener('visibilitychange', renewWhenSeen, { signal });
    request(calls.createPermanentToken, undefined, { signal }).then(
      ({ perm_token }) => {
        if (!signal.aborted) setState(({ renewals }) => ({ token: perm_token, renewals: renewals + 1, failed: false }));
      },
      () => {
        if (!signal.aborted) setState(({ renewals }) => ({ token: null, renewals, failed: true }));
      },
    );
    return () => {
      leaving.abort();
      clearTimeout(timer);
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
