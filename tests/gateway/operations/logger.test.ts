import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLogger, openLog } from '../../../gateway/operations/logger.ts';
import { fromRoot } from '../../../scripts/root.ts';
import { startGatewayProcess } from '../../support/gateway-process.ts';
import { freePorts } from '../../support/stack.ts';

test('lines are written together, every tenth of a second', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'log-')), 'log');
  const log = openLog(file);
  let writes = 0;
  log.on('write', (bytes: number) => {
    if (bytes > 0) writes += 1;
  });
  const logger = createLogger({ logLevel: 'info' }, log);
  const startedAt = performance.now();
  for (let count = 0; count < 40; count += 1) {
    logger.info({ count });
    await setTimeout(5);
  }
  await expect.poll(() => readFileSync(file, 'utf8').split('\n').filter(Boolean).length).toBe(40);
  expect(writes).toBeLessThanOrEqual((performance.now() - startedAt) / 100 + 1);
});

test('lines of the last moment are written when the process exits, to standard output only', () => {
  const script = `
    const { createLogger } = await import(${JSON.stringify(fromRoot('gateway/operations/logger.ts'))});
    createLogger({ logLevel: 'info' }).info('last');
    process.exit(3);
  `;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script],
    { cwd: fromRoot('.'), encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1' } },
  );
  expect([status, JSON.parse(stdout).msg, stderr]).toEqual([3, 'last', '']);
});

test('an uncaught error is in the log when the process has ended', async () => {
  const [port = 0] = await freePorts(1);
  const failing = 'process.once("SIGTERM",()=>{throw new Error("planted")})';
  const gateway = await startGatewayProcess(port, 1, {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(failing)}`,
  });
  await gateway.close();
  const errors = gateway
    .output()
    .split('\n')
    .filter((line) => line.includes('planted'));
  expect(errors.map((line) => JSON.parse(line))).toMatchObject([{ level: 'error', err: { message: 'planted' } }]);
});
