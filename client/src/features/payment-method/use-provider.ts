import { useCallback, useEffect, useState } from 'react';
import type { Price } from '#shared/profile.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { start } from '../../start.ts';
import { loadProvider, type Provider, type Wallet } from './provider.ts';

export interface LoadedProvider {
  readonly provider: Provider;
  readonly wallets: readonly Wallet[];
}

type ProviderState = 'loading' | 'blocked' | LoadedProvider;

// Who has no wallet should not wait for the provider to find that out.
const walletsTimeoutMs = 3_000;

/** The card payment provider and the wallets of this browser; without a price there is nothing a wallet could show. */
export function useProvider(price: Price | null) {
  const { locale } = useLocale();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<ProviderState>('loading');
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

async function load(locale: Parameters<typeof loadProvider>[0], price: Price | null): Promise<LoadedProvider> {
  const provider = await loadProvider(locale);
  if (price === null) return { provider, wallets: [] };
  const wallets = provider.findWallets(price, start.productName).catch(() => []);
  const none = new Promise<readonly Wallet[]>((resolve) => setTimeout(resolve, walletsTimeoutMs, []));
  return { provider, wallets: await Promise.race([wallets, none]) };
}
