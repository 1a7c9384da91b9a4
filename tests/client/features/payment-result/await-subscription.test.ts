import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareClient } from '../../../support/render-client.ts';

let looks = 0;
/** The check that finds the payment. */
let paidAt = Number.POSITIVE_INFINITY;

beforeEach(async () => {
  looks = 0;
  paidAt = Number.POSITIVE_INFINITY;
  await prepareClient();
  vi.stubGlobal('fetch', async () => {
    looks += 1;
    return Response.json({ profile: { state: 'active', type: looks >= paidAt ? 'subscription' : 'free' } });
  });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function wait(signal = new AbortController().signal) {
  const { awaitSubscription } = await import('../../../../client/src/features/payment-result/await-subscription.ts');
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

test('a payment is looked for at once and then every two seconds, fifteen times', async () => {
  const result = await wait();
  for (let look = 1; look < 15; look += 1) {
    expect(looks).toBe(look);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(looks).toBe(look);
    expect(result.found).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(looks).toBe(15);
  expect(result.found).toBe(false);
});

test('a payment that has arrived ends the looking', async () => {
  paidAt = 3;
  const result = await wait();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toBe(3);
  expect(result.found).toBe(true);
});

test('a page that is left looks no more', async () => {
  const leaving = new AbortController();
  await wait(leaving.signal);
  leaving.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toBe(1);
});
