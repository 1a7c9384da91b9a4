import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { prepareClient } from '../../../support/render-client.ts';

const asked: { disableWallets: string[] }[] = [];

/** A stub of the provider's script in a browser without wallets. */
const provider = () => ({
  paymentRequest(options: { disableWallets: string[] }) {
    asked.push(options);
    return { canMakePayment: async () => null };
  },
});

beforeAll(async () => {
  await prepareClient();
  vi.stubGlobal('window', {});
  Object.assign(document, {
    createElement: () => ({}),
    head: {
      append(script: HTMLScriptElement) {
        Object.assign(window, { Stripe: provider });
        script.onload?.(new Event('load'));
      },
    },
  });
});
afterAll(() => vi.unstubAllGlobals());

test('a wallet is asked with the country CY, the currency in lowercase and the sum as an integer', async () => {
  const { loadStripePayments } = await import('../../../../client/src/features/payment-method/stripe-payments.ts');
  const { findWallets } = await loadStripePayments('en');
  expect(await findWallets({ currency: 'EUR', amount: '0999' }, 'Skerry VPN')).toEqual([]);
  const request = { country: 'CY', currency: 'eur', total: { label: 'Skerry VPN', amount: 999 } };
  expect(asked).toMatchObject([request, request]);
  const [forApplePay, forGooglePay] = asked;
  expect(forApplePay?.disableWallets).toContain('googlePay');
  expect(forGooglePay?.disableWallets).toContain('applePay');
});
