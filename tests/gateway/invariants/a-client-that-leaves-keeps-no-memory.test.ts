import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { calls } from '#shared/calls.ts';
import { createGate } from '../../support/gate.ts';
import { startGateway } from '../../support/gateway.ts';
import { startRotatingUpstream } from '../../support/rotating-upstream.ts';

// In a file of its own: what other tests leave to the garbage collector would be counted.
const megabytes = () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  return process.memoryUsage().arrayBuffers / 1e6;
};
/** Collecting garbage takes long, so rarely. */
const patience = { interval: 500, timeout: 30_000 };
/** Sends 150 calls with 40 kB bodies. The clients leave as soon as all have arrived. */
const sendAndLeave = async (origin: string, cookie: string) => {
  const before = megabytes();
  const body = JSON.stringify({ text: 'x'.repeat(40_000) });
  const head = [
    `POST ${calls.updateSettings.path} HTTP/1.1`,
    'Host: localhost',
    'Sec-Fetch-Site: same-origin',
    `Cookie: ${cookie}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ].join('\r\n');
  const sockets = Array.from({ length: 150 }, () => {
    const socket = connect(Number(new URL(origin).port), 'localhost');
    socket.write(`${head}\r\n\r\n${body}`);
    return socket;
  });
  await vi.waitFor(() => expect(megabytes() - before, 'the calls have arrived').toBeGreaterThan(5), patience);
  for (const socket of sockets) socket.destroy();
  return () => megabytes() - before;
};

test('a client that leaves while its session is refreshed leaves nothing in memory', async () => {
  const upstream = await startRotatingUpstream();
  const gateway = await startGateway(upstream.origin);
  const gate = createGate();
  upstream.beforeRefresh = gate.pass;
  onTestFinished(async () => {
    gate.open();
    await gateway.close();
    await upstream.close();
  });
  const kept = await sendAndLeave(gateway.origin, `refresh_token=${upstream.issue().refresh}`);
  await vi.waitFor(() => expect(kept(), 'the calls have ended').toBeLessThan(2), patience);
  expect(upstream.refreshes(), 'goes on without them').toHaveLength(1);
  expect(upstream.requestsTo(calls.updateSettings.path)).toEqual([]);
}, 90_000);
