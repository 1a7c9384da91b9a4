import { useCallback, useEffect, useState } from 'react';
import { calls } from '#shared/calls.ts';
import { request } from '../../api/request.ts';

/** How long a link is valid. product.md §9 */
const validMs = 180_000;

export interface CitizenshipLink {
  readonly url: string;
  /** Epoch milliseconds: a tab that slept compares it with the clock and is right. */
  readonly expiresAt: number;
}

type LinkState = 'loading' | 'failed' | CitizenshipLink;

// Whatever the upstream sends: a page address or an app's scheme, never a script.
const isOpenable = (url: string): boolean =>
  URL.canParse(url) && !['javascript:', 'data:', 'vbscript:', 'blob:'].includes(new URL(url).protocol);

/** The link into the national app, and the way to a new one. */
export function useCitizenshipLink() {
  const [state, setState] = useState<LinkState>('loading');
  const [renewals, setRenewals] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every renewal fetches again.
  useEffect(() => {
    const leaving = new AbortController();
    const askedAt = Date.now();
    request(calls.citizenshipLink, undefined, { signal: leaving.signal }).then(
      ({ deep_link: url }) => setState(isOpenable(url) ? { url, expiresAt: askedAt + validMs } : 'failed'),
      () => leaving.signal.aborted || setState('failed'),
    );
    return () => leaving.abort();
  }, [renewals]);
  /** The old code stays where it is until the new one is there. */
  const renew = useCallback(() => setRenewals((count) => count + 1), []);
  const retry = useCallback(() => {
    setState('loading');
    renew();
  }, [renew]);
  return { state, renewed: renewals > 0, renew, retry };
}

/** Long enough to see what is about to happen. product.md §9 */
const delayMs = 300;

/** Opens the national app's link on the phone that shows it, whose screen nobody can scan; returns what takes it back. */
export function openLinkSoon(url: string): () => void {
  const timer = setTimeout(() => location.assign(url), delayMs);
  return () => clearTimeout(timer);
}
