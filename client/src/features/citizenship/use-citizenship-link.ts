import { useCallback, useEffect, useState } from 'react';
import { calls } from '#shared/calls.ts';
import { request } from '../../api/request.ts';

/** How long a link is valid. product.md §9 */
const validMs = 180_000;

export interface CitizenshipLink {
  readonly url: string;
  /** Epoch milliseconds, compared with the clock, so that a tab that slept is right. */
  readonly expiresAt: number;
}

type LinkState = 'loading' | 'failed' | CitizenshipLink;

// Accepts web addresses and app schemes, but nothing that runs script.
const isOpenable = (url: unknown): url is string =>
  typeof url === 'string' &&
  URL.canParse(url) &&
  !['javascript:', 'data:', 'vbscript:', 'blob:'].includes(new URL(url).protocol);

/** The link to the national app, and its renewal. */
export function useCitizenshipLink() {
  const [state, setState] = useState<LinkState>('loading');
  const [renewals, setRenewals] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each renewal sends a request.
  useEffect(() => {
    const controller = new AbortController();
    const requestedAt = Date.now();
    request(calls.citizenshipLink, undefined, { signal: controller.signal }).then(
      ({ deep_link: url }) => setState(isOpenable(url) ? { url, expiresAt: requestedAt + validMs } : 'failed'),
      () => controller.signal.aborted || setState('failed'),
    );
    return () => controller.abort();
  }, [renewals]);
  /** Keeps the old code until the new one arrives. */
  const renew = useCallback(() => setRenewals((count) => count + 1), []);
  const retry = useCallback(() => {
    setState('loading');
    renew();
  }, [renew]);
  return { state, renewed: renewals > 0, renew, retry };
}

/** Long enough to see what is about to happen. product.md §9 */
const delayMs = 300;

/** Opens the link on a phone, which cannot scan its own screen. Returns a function that cancels it. */
export function openLinkSoon(url: string): () => void {
  const timer = setTimeout(() => location.assign(url), delayMs);
  return () => clearTimeout(timer);
}
