import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { FaultyTcpProxy } from './faulty-tcp-proxy.ts';

test('what a server sends arrives in order when the delay shrinks', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy = new FaultyTcpProxy((server.address() as AddressInfo).port);
  await proxy.open();
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const client = connect(proxy.port, '127.0.0.1');
  const [sender] = await connected;
  onTestFinished(async () => {
    client.destroy();
    await once(sender, 'close');
    await proxy.cut();
    server.close();
  });
  sender.setNoDelay(true);
  let received = '';
  client.on('data', (chunk) => {
    received += String(chunk);
  });
  const sent: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    for (let count = 0; count < 40; count += 1) {
      proxy.delayMs = count < 20 ? 20 + round : 0;
      sent.push(`${round}-${count} `);
      sender.write(sent.at(-1) ?? '');
      await pause(1);
    }
    await pause(40);
  }
  await expect.poll(() => received.length).toBe(sent.join('').length);
  expect(received).toBe(sent.join(''));
});
