import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { profileAddress } from '#shared/early-reads.ts';
import { earlyReadsFor } from '../../../gateway/pages/early-reads.ts';

test('the early read outlives the page, does not lock the cache, says when it was sent, and can be aborted', () => {
  const fetch = vi.fn(async (_: string, __: RequestInit) => null);
  const script = earlyReadsFor({ path: '/profile', query: {}, signedIn: true }).replace(/^<script>|<\/script>$/g, '');
  const page = { document: {}, fetch, AbortController, earlyReads: {} as Record<string, { abort: () => void }> };
  runInNewContext(script, page);
  const [url, init] = fetch.mock.calls[0] ?? [];
  expect(url).toBe(profileAddress);
  expect(init).toMatchObject({ keepalive: true, cache: 'no-store', headers: { 'sent-at': '*TIME*' } });
  expect(init?.signal?.aborted).toBe(false);
  page.earlyReads[profileAddress]?.abort();
  expect(init?.signal?.aborted).toBe(true);
});
