import type { Profile } from '#shared/profile.ts';
import { findBiller } from './biller.ts';

/** Who can end the subscription: we, or the store that bills it. product.md §4 */
export type CancelWay = 'here' | 'appStore' | 'playStore';

/** Where a subscription is cancelled: in the store that bills it, else here. */
export function cancelWay(profile: Pick<Profile, 'subscription' | 'payment_data'>): CancelWay {
  const biller = findBiller(profile);
  return biller === 'appStore' || biller === 'playStore' ? biller : 'here';
}
