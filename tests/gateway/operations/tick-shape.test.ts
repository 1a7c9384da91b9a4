import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { demoEnvironment } from '../../../scripts/demo-environment.ts';
import { fromRoot } from '../../../scripts/root.ts';
import { freePorts } from '../../support/stack.ts';

const run = promisify(execFile);

/** Nanoseconds that a tick takes after collections for which nothing was waiting for one. */
async function timeTick(where: 'gateway' | 'nowhere'): Promise<number> {
  const [port = 0, sandboxPort = 0] = await freePorts(2);
  const args = ['--expose-gc', '--import', 'tsx', fromRoot('tests/fixtures/time-tick.ts'), where];
  const { stdout } = await run(process.execPath, args, {
    env: {
      ...process.env,
      ...demoEnvironment({ port, sandboxPort, adminPort: 0 }),
      CLIENT_DIR: fromRoot('tests/fixtures/build/client'),
      LOG_LEVEL: 'silent',
    },
  });
  return Number(stdout);
}

// If V8 ever stops forgetting, the second process is as fast as the first, and the module may go.
test('ticks of the gateway stay as fast after a collection as they were', { timeout: 60_000 }, async () => {
  const [gateway, elsewhere] = [await timeTick('gateway'), await timeTick('nowhere')];
  expect(gateway).toBeGreaterThan(0);
  expect(elsewhere / gateway).toBeGreaterThan(2);
});
