import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadStripePayments } from '../../../../client/src/features/payment-method/stripe-payments.ts';

// Before the imports: loading the module reads `window`.
vi.hoisted(() => vi.stubGlobal('window', {}));

const requests: { disableWallets: string[] }[] = [];

/** A stub of Stripe's script in a browser without wallets. */
const stripe = () => ({
  paymentRequest(options: { disableWallets: string[] }) {
    requests.push(options);
    return { canMakePayment: async () => null };
  },
});

beforeAll(() => {
  Object.assign(document, {
    createElement: () => ({}),
    head: {
      append(script: HTMLScriptElement) {
        Object.assign(window, { Stripe: stripe });
        script.onload?.(new Event('load'));
      },
    },
  });
});
afterAll(() => vi.unstubAllGlobals());

test('a wallet request has the country CY, a lowercase currency and an integer amount', async () => {
  const { findWallets } = await loadStripePayments('en');
  expect(await findWallets({ currency: 'EUR', amount: '0999' }, 'Skerry VPN')).toEqual([]);
  const request = { country: 'CY', currency: 'eur', total: { label: 'Skerry VPN', amount: 999 } };
  expect(requests).toMatchObject([request, request]);
  const [forApplePay, forGooglePay] = requests;
  expect(forApplePay?.disableWallets).toContain('googlePay');
  expect(forGooglePay?.disableWallets).toContain('applePay');
});
