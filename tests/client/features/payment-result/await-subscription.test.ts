import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awaitSubscription } from '../../../../client/src/features/payment-result/await-subscription.ts';

let checks = 0;
/** The check that finds the payment. */
let paidAt = Number.POSITIVE_INFINITY;

beforeEach(() => {
  checks = 0;
  paidAt = Number.POSITIVE_INFINITY;
  vi.stubGlobal('fetch', async () => {
    checks += 1;
    return Response.json({ profile: { state: 'active', type: checks >= paidAt ? 'subscription' : 'free' } });
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
