import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { profileAddress } from '#shared/early-reads.ts';
import { earlyReadsFor } from '../../../gateway/pages/early-reads.ts';

test('the early read outlives the page, does not lock the cache, and ends after 30 seconds', () => {
  const fetch = vi.fn(async (_: string, __: RequestInit) => null);
  const timeout = vi.fn(() => 'ends');
  const script = earlyReadsFor({ path: '/profile', query: {}, signedIn: true }).replace(/^<script>|<\/script>$/g, '');
  runInNewContext(script, { document: {}, fetch, AbortSignal: { timeout } });
  expect(fetch).toHaveBeenCalledExactlyOnceWith(profileAddress, {
    keepalive: true,
    cache: 'no-store',
    signal: 'ends',
  });
  expect(timeout).toHaveBeenCalledExactlyOnceWith(30_000);
});
