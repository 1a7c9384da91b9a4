import { expect, test } from 'vitest';
import { ByteBudget } from '../../../gateway/http/byte-budget.ts';
import { TurnQueue } from '../../../gateway/http/turn-queue.ts';
import { ResponseReader, type UpstreamResponse } from '../../../gateway/upstream/exchange.ts';
import { ImmediateBatch } from '../../../gateway/upstream/immediate-batch.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('after 64 kB each chunk of a response waits for its turn, and the response is whole', async () => {
  const limits = {
    timeoutMs: 60_000,
    budget: new ByteBudget(16 * 1024 * 1024),
    batch: new ImmediateBatch(),
    turns: new TurnQueue({ perTurn: 1, maxWaiting: 10 }),
    onLeftQueue: () => undefined,
  };
  let resumed = 0;
  const response = new Promise<UpstreamResponse>((resolve, reject) => {
    const reader = new ResponseReader(1_000_000, limits, resolve, reject);
    const read = async () => {
      reader.onConnect(() => undefined);
      reader.onHeaders(200, [], () => {
        resumed += 1;
      });
      expect(reader.onData(Buffer.alloc(64 * 1024, 'a'))).toBe(true);
      for (const chunk of ['b', 'c']) {
        const before = resumed;
        expect(reader.onData(Buffer.from(chunk))).toBe(false);
        expect(resumed).toBe(before);
        await nextTurn();
        expect(resumed).toBe(before + 1);
      }
      reader.onComplete();
    };
    read().catch(reject);
  });
  expect((await response).body.toString()).toBe(`${'a'.repeat(64 * 1024)}bc`);
});
