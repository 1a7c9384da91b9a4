import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { startGatewayProcess } from '../../support/gateway-process.ts';
import { freePorts } from '../../support/stack.ts';

test('on a full disk the gateway starts, responds, and ends on SIGTERM', async () => {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const [port = 0] = await freePorts(1);
  const gateway = await startGatewayProcess(port, 1, {}, full);
  onTestFinished(() => gateway.kill());
  // The log is written every 0.1 s.
  await pause(300);
  expect((await fetch(`${gateway.origin}/session`)).status).toBe(200);
  expect(await Promise.race([gateway.close().then(() => 'ended'), pause(10_000)])).toBe('ended');
});

test('when nobody reads the log, lines are dropped and counted, and requests succeed', async () => {
  const pipe = join(mkdtempSync(join(tmpdir(), 'log-')), 'pipe');
  execFileSync('mkfifo', [pipe]);
  // Open for reading as well, so that writing never fails.
  const unread = openSync(pipe, constants.O_RDWR);
  const [port = 0] = await freePorts(1);
  const gateway = await startGatewayProcess(port, 1, { RATE_LIMIT_EXEMPT: '127.0.0.1,::1' }, unread);
  const pool = new Pool(gateway.origin, { connections: 10 });
  try {
    // Each writes one line for the duplicate cookie, and one for the request.
    const cookie = 'access_token=a; access_token=b';
    const requestMany = async () => {
      for (let count = 0; count < 100; count += 1) {
        const { statusCode, body } = await pool.request({ path: '/session', method: 'GET', headers: { cookie } });
        await body.dump();
        expect(statusCode).toBe(200);
      }
    };
    const droppedLines = async () => {
      const metrics = await (await fetch(`${gateway.adminOrigin}/metrics`)).text();
      return Number(/^gateway_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1]);
    };
    expect(await droppedLines()).toBe(0);
    for (let round = 0; round < 25 && (await droppedLines()) <= 100; round += 1) {
      await Promise.all(Array.from({ length: 10 }, requestMany));
    }
    expect(await droppedLines()).toBeGreaterThan(100);
    expect((await fetch(`${gateway.origin}/session`)).status).toBe(200);
  } finally {
    await pool.destroy();
    await gateway.kill();
    closeSync(unread);
  }
});
