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

const limitsWith = (budget: ByteBudget) => ({
  timeoutMs: 60_000,
  budget,
  batch: new ImmediateBatch(),
  turns: new TurnQueue({ perTurn: 1, maxWaiting: 10 }),
  onLeftQueue: () => undefined,
});

test('each chunk counts as an object, too: a response in single bytes is refused before it fills the memory', async () => {
  const budget = new ByteBudget(16 * 1024 * 1024);
  const failure = await new Promise((_, reject) => {
    const reader = new ResponseReader(100_000, limitsWith(budget), () => undefined, reject);
    reader.onConnect(() => undefined);
    reader.onHeaders(200, [], () => undefined);
    for (let count = 0; count < 500; count += 1) reader.onData(Buffer.from('a'));
    expect(budget.held).toBeGreaterThan(500 * 200);
    for (let count = 0; count < 500; count += 1) reader.onData(Buffer.from('a'));
  }).catch((problem: unknown) => problem);
  expect(failure).toMatchObject({ failure: 'too long' });
  expect(budget.held).toBe(0);
});

test('a status that HTTP does not have is refused: metrics would keep each of them', async () => {
  const failure = await new Promise((_, reject) => {
    const reader = new ResponseReader(100_000, limitsWith(new ByteBudget(1_000)), () => undefined, reject);
    reader.onConnect(() => undefined);
    reader.onHeaders(600, [], () => undefined);
  }).catch((problem: unknown) => problem);
  expect(failure).toMatchObject({ status: 502, failure: 'unreadable' });
});
