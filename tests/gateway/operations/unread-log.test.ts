import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startGatewayProcess } from '../../support/gateway-process.ts';
import { freePorts } from '../../support/stack.ts';

test('when nobody reads the log, lines are dropped and counted, and requests succeed', async () => {
  const pipe = join(mkdtempSync(join(tmpdir(), 'log-')), 'pipe');
  execFileSync('mkfifo', [pipe]);
  // Open for reading as well, so that writing never fails.
  const unread = openSync(pipe, constants.O_RDWR);
  const [port = 0] = await freePorts(1);
  const gateway = await startGatewayProcess(port, 1, { RATE_LIMIT_EXEMPT: '127.0.0.1,::1' }, unread);
  try {
    const url = `https://example.com/${'page/'.repeat(100)}`;
    const violation = { type: 'csp-violation', body: { documentURL: url, blockedURL: url, sourceFile: url } };
    const report = () =>
      fetch(`${gateway.origin}/reports`, {
        method: 'POST',
        headers: { 'content-type': 'application/reports+json' },
        body: JSON.stringify(Array(20).fill(violation)),
      });
    const droppedLines = async () => {
      const metrics = await (await fetch(`${gateway.adminOrigin}/metrics`)).text();
      return Number(/^gateway_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1]);
    };
    expect(await droppedLines()).toBe(0);
    for (let count = 0; count < 200; count += 1) expect((await report()).status).toBe(204);
    expect(await droppedLines()).toBeGreaterThan(100);
    expect((await fetch(`${gateway.origin}/session`)).status).toBe(200);
  } finally {
    await gateway.kill();
    closeSync(unread);
  }
});
