/// <reference types="vite/client" />
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DiscountOffer } from '../../../../client/src/features/billing/discount-offer.tsx';
import { inviterPercent } from '../../../../client/src/profile/discount.ts';
import { readWords } from '../../../support/render-client.ts';

test.each([
  [2, 3, 'It grows with every friend'],
  // No invites are left, or the discount is the highest.
  [3, 3, 'The discount applies to your first payment.'],
  [5, 9, 'The discount applies to your first payment.'],
])('with %i of %i friends invited, the offer says: %s', (referrals_count, referrals_limit, text) => {
  const referral = { referral_url: 'https://skerry.example/i/A', referrals_count, referrals_limit };
  const discount = { kind: 'inviter', percent: inviterPercent(referrals_count), code: null } as const;
  const offer = renderToStaticMarkup(<DiscountOffer discount={discount} referral={referral} />);
  expect(readWords(offer)).toContain(text);
});
