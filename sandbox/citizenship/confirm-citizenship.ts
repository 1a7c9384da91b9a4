import type { Account } from '../world/account.ts';
import { createSubscription } from '../world/plans.ts';

/** Gives the account unlimited Premium. */
export function confirmCitizenship(account: Account): void {
  account.diiaVerified = true;
  account.type = 'diia';
  account.state = 'active';
  account.subscription = {
    ...createSubscription(account.email, 'power-user-1m', { vendor: 'diia', name: 'Premium', cancellable: false }),
    sku: 'diia',
    price: { currency: 'EUR', amount: '0' },
  };
}
