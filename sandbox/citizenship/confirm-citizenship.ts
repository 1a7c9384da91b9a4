import type { Account } from '../world/account.ts';
import { subscribe } from '../world/plans.ts';

/** Premium without end. */
export function confirmCitizenship(account: Account): void {
  account.diiaVerified = true;
  account.type = 'diia';
  account.state = 'active';
  account.subscription = {
    ...subscribe(account.email, 'power-user-1m', { vendor: 'diia', name: 'Premium', cancellable: false }),
    sku: 'diia',
    price: { currency: 'EUR', amount: '0' },
  };
}
