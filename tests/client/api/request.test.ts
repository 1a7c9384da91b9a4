import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { calls } from '#shared/calls.ts';
import { prepareClient } from '../../support/render-client.ts';

let sent = 0;

beforeAll(async () => {
  await prepareClient();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async () => {
    sent += 1;
    throw new TypeError('no answer');
  });
});
afterAll(() => vi.unstubAllGlobals());

test('a read that its caller has given up is not repeated', async () => {
  const { request } = await import('../../../client/src/api/request.ts');
  const givenUp = request(calls.paymentLink, undefined, { signal: AbortSignal.abort() });
  await expect(givenUp).rejects.toThrow('No answer');
  expect(sent).toBe(1);
});
