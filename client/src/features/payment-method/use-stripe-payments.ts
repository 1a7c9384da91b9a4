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

// Users without a wallet should not wait for the provider to find out.
const walletsTimeoutMs = 3_000;

/** Loads the payment provider and this browser's wallets. A wallet needs a price to show. */
export function useStripePayments(price: Price | null) {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<StripePaymentsState>('loading');
  // As they were when the dialog opened: neither a new profile nor a language that loads late may empty the form.
  const { locale } = useLocale();
  const [shown] = useState({ locale, price });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt runs it again.
  useEffect(() => {
    let left = false;
    load(shown.locale, shown.price).then(
      (loaded) => left || setState(loaded),
      () => left || setState('blocked'),
    );
    return () => {
      left = true;
    };
  }, [attempt, shown]);
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
