import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { calls } from '#shared/calls.ts';
import { request } from '../../../client/src/api/request.ts';

let sent = 0;

beforeAll(() => {
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async () => {
    sent += 1;
    throw new TypeError('no network');
  });
});
afterAll(() => vi.unstubAllGlobals());

test('an aborted read does not retry', async () => {
  const aborted = request(calls.paymentLink, undefined, { signal: AbortSignal.abort() });
  await expect(aborted).rejects.toThrow('No response');
  expect(sent).toBe(1);
});
