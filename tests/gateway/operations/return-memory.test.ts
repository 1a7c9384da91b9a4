import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fromRoot } from '../../../scripts/root.ts';
import { startCommand } from '../../../scripts/start-command.ts';

/**
 * Fills 220 MB, drops them, and stays busy for five seconds. Prints the resident bytes before and after.
 * The collection before the drop ends a marking that V8 has begun: it would free the objects by itself.
 */
const busyProcess = `
  const { runInNewContext } = await import('node:vm');
  const { returnMemory } = await import(${JSON.stringify(fromRoot('gateway/operations/return-memory.ts'))});
  returnMemory();
  let bytes = Array.from({ length: 90 }, () => Buffer.alloc(1_000_000, 1));
  let objects = Array.from({ length: 90 }, () => Array.from({ length: 25_000 }, (_, index) => ({ index })));
  runInNewContext('gc')();
  const before = process.memoryUsage.rss();
  objects = bytes = null;
  const end = performance.now() + 5_000;
  const work = () => {
    if (performance.now() > end) console.log(JSON.stringify([before, process.memoryUsage.rss()]));
    else setImmediate(work);
  };
  work();
`;

/** Opens files until no descriptor is left, for five seconds. */
const fullProcess = `
  const { openSync } = await import('node:fs');
  const { returnMemory } = await import(${JSON.stringify(fromRoot('gateway/operations/return-memory.ts'))});
  returnMemory();
  let error;
  while (error === undefined) try { openSync('/dev/null'); } catch (caught) { error = caught.code; }
  setTimeout(() => process.stdout.write(error), 5_000);
`;

test('a process without a free file descriptor goes on', { timeout: 30_000 }, async () => {
  const command = `ulimit -n 64; exec '${process.execPath}' --input-type=module --eval "$PROGRAM"`;
  const { stdout } = await promisify(execFile)('sh', ['-c', command], {
    env: { ...process.env, PROGRAM: fullProcess },
  });
  expect(stdout).toBe('EMFILE');
});

test('a busy process frees memory when it runs short', { timeout: 30_000 }, async () => {
  const args = [...startCommand.flags, '--input-type=module', '--eval', busyProcess];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, ...startCommand.environment },
  });
  const [before, after] = JSON.parse(stdout).map((bytes: number) => bytes / 1024 / 1024);
  expect(before).toBeGreaterThan(200);
  expect(after).toBeLessThan(before - 100);
});
