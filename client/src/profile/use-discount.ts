import { useEffect, useState } from 'react';
import { calls } from '#shared/calls.ts';
import type { Profile } from '#shared/profile.ts';
import { useRead } from '../api/read.ts';
import { type Discount, findDiscount } from './discount.ts';

// The offer stands above everything else: better to wait a little than to push the page down under somebody's finger.
const patienceMs = 1_000;

/** A free account's discount, which may need one more call; `waiting` for as long as that is worth it. */
export function useDiscount(profile: Profile): { readonly discount: Discount | null; readonly waiting: boolean } {
  const coupon = useRead(profile.type === 'free' ? calls.accountCoupon : null);
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return { discount: findDiscount(profile, coupon.data?.coupon), waiting: coupon.isLoading && patient };
}
