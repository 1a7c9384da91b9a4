import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awaitSubscription, isPaid } from '../../../../client/src/features/payment-result/await-subscription.ts';
import { buildProfile } from '../../../support/build-profile.ts';
import { gatewayResponse } from '../../../support/gateway-response.ts';

let checks = 0;
/** The check that finds the payment. */
let paidAt = Number.POSITIVE_INFINITY;

beforeEach(() => {
  checks = 0;
  paidAt = Number.POSITIVE_INFINITY;
  vi.stubGlobal('fetch', async () => {
    checks += 1;
    return gatewayResponse(
      JSON.stringify({ profile: { state: 'active', type: checks >= paidAt ? 'subscription' : 'free' } }),
    );
  });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function wait(signal = new AbortController().signal) {
  const result: { found?: boolean } = {};
  awaitSubscription(signal).then(
    (found) => {
      result.found = found;
    },
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(0);
  return result;
}

test('checks for the payment at once and then every two seconds, fifteen times', async () => {
  const result = await wait();
  for (let check = 1; check < 15; check += 1) {
    expect(checks).toBe(check);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(checks).toBe(check);
    expect(result.found).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(checks).toBe(15);
  expect(result.found).toBe(false);
});

test('stops when the payment arrives', async () => {
  paidAt = 3;
  const result = await wait();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(checks).toBe(3);
  expect(result.found).toBe(true);
});

test('stops when the page is left', async () => {
  const controller = new AbortController();
  await wait(controller.signal);
  controller.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(checks).toBe(1);
});

const inactive = { id: '1', vendor: 'chargebee', hasActiveSubscription: false } as const;

test.each([
  ['an active subscription', { subscription: { ...inactive, hasActiveSubscription: true } }, true],
  ['an active account of type subscription', { state: 'active', type: 'subscription', subscription: inactive }, true],
  ['an active free account', { state: 'active', type: 'free', subscription: null }, false],
  ['a new account of type subscription', { state: 'new_account', type: 'subscription', subscription: inactive }, false],
  ['an account without a subscription', { state: 'new_account', type: 'free', subscription: null }, false],
] as const)('a profile with %s is paid: %o', (_, change, paid) => {
  expect(isPaid(buildProfile(change))).toBe(paid);
});
