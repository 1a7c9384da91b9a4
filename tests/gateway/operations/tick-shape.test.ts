import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fromRoot } from '../../../scripts/root.ts';

const run = promisify(execFile);

/** Nanoseconds that a tick takes after collections for which nothing was waiting for one. */
async function timeTick(shape: 'kept' | 'left'): Promise<number> {
  const args = ['--expose-gc', '--import', 'tsx', fromRoot('tests/fixtures/time-tick.ts'), shape];
  const { stdout } = await run(process.execPath, args);
  return Number(stdout);
}

// If V8 ever stops forgetting, the second process is as fast as the first, and the module may go.
test('ticks stay as fast after a collection as they were', { timeout: 60_000 }, async () => {
  const [kept, left] = [await timeTick('kept'), await timeTick('left')];
  expect(kept).toBeGreaterThan(0);
  expect(left / kept).toBeGreaterThan(2);
});
