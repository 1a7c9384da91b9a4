import { expect, test } from 'vitest';
import { ByteBudget } from '../../../gateway/http/byte-budget.ts';
import { ConcurrencyLimit } from '../../../gateway/http/concurrency-limit.ts';

test('runs at most as many tasks at a time as the limit, in order of arrival', async () => {
  const limit = new ConcurrencyLimit({ running: 2, waiting: 10 });
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const runs = [0, 1, 2, 3].map((number) =>
    limit.run(async () => {
      started.push(number);
      await new Promise<void>((resolve) => finish.push(resolve));
      return number;
    }),
  );
  expect(started).toEqual([0, 1]);
  finish[0]?.();
  await expect.poll(() => started).toEqual([0, 1, 2]);
  finish[1]?.();
  await expect.poll(() => started).toEqual([0, 1, 2, 3]);
  finish[2]?.();
  finish[3]?.();
  expect(await Promise.all(runs)).toEqual([0, 1, 2, 3]);
});

test('refuses a task when too many are waiting, and runs the next one after a failure', async () => {
  const limit = new ConcurrencyLimit({ running: 1, waiting: 1 });
  const first = limit.run(() => Promise.reject(new Error('failed')));
  const second = limit.run(async () => 'ran');
  expect(limit.run(async () => 'never')).toBeNull();
  await expect(first).rejects.toThrow('failed');
  expect(await second).toBe('ran');
  expect(await limit.run(async () => 'again')).toBe('again');
});

test('a byte budget reserves all bytes or none', () => {
  const budget = new ByteBudget(10);
  expect([budget.take(6), budget.take(5), budget.take(4), budget.take(1)]).toEqual([true, false, true, false]);
  budget.release(6);
  expect([budget.held, budget.take(6)]).toEqual([4, true]);
});
