import { expect, test } from 'vitest';
import { paymentMethodVendors, subscriptionVendors } from '#shared/wire-values.ts';
import { isPayPalEnding } from '../../../../client/src/features/payment-method/paypal-ending.ts';
import { buildProfile } from '../../../support/build-profile.ts';

test('the PayPal notice is for chargebee subscriptions paid by PayPal only', () => {
  for (const vendor of subscriptionVendors) {
    for (const method of paymentMethodVendors) {
      const profile = buildProfile({
        subscription: { vendor },
        payment_data: { payment_method_exists: true, payment_method: { vendor: method, can_edited: true } },
      });
      expect(isPayPalEnding(profile), `${vendor}, ${method}`).toBe(
        vendor === 'chargebee' && method === 'paypal_vendor',
      );
    }
  }
});
