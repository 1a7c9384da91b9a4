import { useEffect, useState } from 'react';
import { calls } from '#shared/calls.ts';
import type { Profile } from '#shared/profile.ts';
import { useRead } from '../api/read.ts';
import { type Discount, findDiscount } from './discount.ts';

// The offer is at the top of the page: a short wait beats moving the page down under the pointer.
// tests/e2e/section-loading.spec.ts knows this timeout by its number.
const timeoutMs = 1_000;

/** The discount of a free account. `waiting` is true while the coupon loads, for at most one second. */
export function useDiscount(profile: Profile): { readonly discount: Discount | null; readonly waiting: boolean } {
  const coupon = useRead(profile.type === 'free' ? calls.accountCoupon : null);
  const [withinTimeout, setWithinTimeout] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setWithinTimeout(false), timeoutMs);
    return () => clearTimeout(timer);
  }, []);
  return { discount: findDiscount(profile, coupon.data?.coupon), waiting: coupon.isLoading && withinTimeout };
}
