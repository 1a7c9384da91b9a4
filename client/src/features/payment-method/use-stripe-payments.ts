import { useCallback, useEffect, useState } from 'react';
import type { Price } from '#shared/profile.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { start } from '../../start.ts';
import { loadStripePayments, type StripePayments, type Wallet } from './stripe-payments.ts';

export interface LoadedStripePayments {
  readonly payments: StripePayments;
  readonly wallets: readonly Wallet[];
}

type StripePaymentsState = 'loading' | 'blocked' | LoadedStripePayments;

// Who has no wallet should not wait for the provider to find that out.
const walletsTimeoutMs = 3_000;

/** The card payment provider and the wallets of this browser; without a price there is nothing a wallet could show. */
export function useStripePayments(price: Price | null) {
  const { locale } = useLocale();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<StripePaymentsState>('loading');
  // The price of the moment at which the dialog opened: a later read of the profile must not empty the form.
  const [shownPrice] = useState(price);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is what starts it again.
  useEffect(() => {
    let left = false;
    load(locale, shownPrice).then(
      (loaded) => left || setState(loaded),
      () => left || setState('blocked'),
    );
    return () => {
      left = true;
    };
  }, [attempt, locale, shownPrice]);
  const retry = () => {
    setState('loading');
    setAttempt(attempt + 1);
  };
  const block = useCallback(() => setState('blocked'), []);
  return { state, retry, block };
}

async function load(
  locale: Parameters<typeof loadStripePayments>[0],
  price: Price | null,
): Promise<LoadedStripePayments> {
  const payments = await loadStripePayments(locale);
  if (price === null) return { payments, wallets: [] };
  const wallets = payments.findWallets(price, start.productName).catch(() => []);
  const none = new Promise<readonly Wallet[]>((resolve) => setTimeout(resolve, walletsTimeoutMs, []));
  return { payments, wallets: await Promise.race([wallets, none]) };
}
