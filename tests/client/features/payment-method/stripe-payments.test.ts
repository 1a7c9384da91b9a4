import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetStripe, loadStripePayments } from '../../../../client/src/features/payment-method/stripe-payments.ts';

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

/** The scripts that the page has requested, oldest first. */
const scripts: HTMLScriptElement[] = [];

/** Runs the newest script. */
function deliver(provider: unknown): void {
  Object.assign(window, { Stripe: provider });
  scripts.at(-1)?.onload?.(new Event('load'));
}

beforeEach(() => {
  forgetStripe();
  scripts.length = 0;
  Object.assign(window, { Stripe: undefined });
  Object.assign(document, {
    createElement: () => ({ remove: () => undefined }),
    head: { append: (script: HTMLScriptElement) => scripts.push(script) },
  });
});
afterEach(() => vi.useRealTimers());
afterAll(() => vi.unstubAllGlobals());

test('a script that arrives after the timeout is used by the next attempt, and is loaded once', async () => {
  vi.useFakeTimers();
  const first = expect(loadStripePayments('en')).rejects.toThrow('could not be loaded');
  await vi.advanceTimersByTimeAsync(20_000);
  await first;
  const second = loadStripePayments('en');
  expect(scripts).toHaveLength(1);
  deliver(stripe);
  expect(await second).toHaveProperty('createCardFields');
  await loadStripePayments('en');
  expect(scripts).toHaveLength(1);
});

const refuse = () => {
  throw new Error('refused');
};

test.each([
  ['is another one', undefined, 'did not define Stripe'],
  ['throws', refuse, 'refused'],
])('a script that %s is loaded again by the next attempt', async (_, provider, reason) => {
  const first = loadStripePayments('en');
  deliver(provider);
  await expect(first).rejects.toThrow(reason);
  const second = loadStripePayments('en');
  expect(scripts).toHaveLength(2);
  deliver(stripe);
  expect(await second).toHaveProperty('createCardFields');
});

test('a blocked script is loaded again by the next attempt', async () => {
  const first = loadStripePayments('en');
  scripts.at(-1)?.onerror?.(new Event('error'));
  await expect(first).rejects.toThrow('could not be loaded');
  const second = loadStripePayments('en');
  expect(scripts).toHaveLength(2);
  deliver(stripe);
  expect(await second).toHaveProperty('createCardFields');
});

test('a wallet request has the country CY, a lowercase currency and an integer amount', async () => {
  const loading = loadStripePayments('en');
  deliver(stripe);
  const { findWallets } = await loading;
  expect(await findWallets({ currency: 'EUR', amount: '0999' }, 'Skerry VPN')).toEqual([]);
  const request = { country: 'CY', currency: 'eur', total: { label: 'Skerry VPN', amount: 999 } };
  expect(requests).toMatchObject([request, request]);
  const [forApplePay, forGooglePay] = requests;
  expect(forApplePay?.disableWallets).toContain('googlePay');
  expect(forGooglePay?.disableWallets).toContain('applePay');
});

test('a wallet’s sheet that has already closed by itself is no error', async () => {
  const wallet = {
    canMakePayment: async () => ({ applePay: true, googlePay: true }),
    once(event: string, listener: (event: object) => void) {
      if (event === 'paymentmethod') wallet.show = () => listener({ paymentMethod: { id: 'pm_1' }, complete: refuse });
    },
    off: () => undefined,
    show: (): void => undefined,
  };
  const loaded = loadStripePayments('en');
  deliver(() => ({ paymentRequest: () => wallet }));
  const [found] = await (await loaded).findWallets({ amount: '5.99', currency: 'EUR' }, 'Skerry VPN');
  const paid = await found?.open();
  expect(paid?.paymentMethodId).toBe('pm_1');
  paid?.close(true);
});
