import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fromRoot } from '../../../scripts/root.ts';
import { startCommand } from '../../../scripts/start-command.ts';

/** Fills 220 MB, drops them, and stays busy for four seconds. Prints the resident bytes before and after. */
const busyProcess = `
  const { returnMemory } = await import(${JSON.stringify(fromRoot('gateway/operations/return-memory.ts'))});
  returnMemory();
  let bytes = Array.from({ length: 90 }, () => Buffer.alloc(1_000_000, 1));
  let objects = Array.from({ length: 90 }, () => Array.from({ length: 25_000 }, (_, index) => ({ index })));
  const before = process.memoryUsage.rss();
  objects = bytes = null;
  const end = performance.now() + 4_000;
  const work = () => {
    if (performance.now() > end) console.log(JSON.stringify([before, process.memoryUsage.rss()]));
    else setImmediate(work);
  };
  work();
`;

test('a busy process frees memory when it runs short', { timeout: 30_000 }, async () => {
  const args = [...startCommand.flags, '--input-type=module', '--eval', busyProcess];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, ...startCommand.environment },
  });
  const [before, after] = JSON.parse(stdout).map((bytes: number) => bytes / 1024 / 1024);
  expect(before).toBeGreaterThan(200);
  expect(after).toBeLessThan(before - 100);
});
