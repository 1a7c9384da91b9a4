import { expect, test } from 'vitest';
import { CoordinationStore } from '../../../gateway/session/coordination-store.ts';

const minuteMs = 60_000;

test('invented sign-outs evict the oldest of their own kind, and nothing of another kind', async () => {
  const store = new CoordinationStore(null);
  await store.set('family:anna', 'one', minuteMs);
  for (let index = 0; index <= 50_000; index += 1) await store.set(`ended:${index}`, 'yes', minuteMs);
  expect(await store.get('family:anna', 'ended:0', 'ended:1', 'ended:50000')).toEqual(['one', null, 'yes', 'yes']);
});

test('long values are bounded by their bytes', async () => {
  const store = new CoordinationStore(null);
  const value = 'x'.repeat(1024 * 1024);
  for (let index = 0; index < 17; index += 1) await store.set(`next:${index}`, value, minuteMs);
  expect((await store.get('next:0', 'next:1', 'next:16')).map((text) => text?.length ?? 0)).toEqual([
    0,
    0,
    value.length,
  ]);
});
