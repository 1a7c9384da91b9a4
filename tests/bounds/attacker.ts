/** Runs one attack in its own process until it is killed: `npx tsx tests/bounds/attacker.ts NAME PORT FILE`. */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { attacks } from './attacks.ts';

const [name = '', port, file = '/'] = process.argv.slice(2);
const attack = attacks[name];
if (!attack) throw new Error(`No attack is called ${name}`);
// Connections that do not read do not keep the process alive.
setInterval(() => undefined, 60_000);
let hasConnected = false;
subscribe('net.client.socket', (message) => {
  const { socket } = message as { readonly socket: Socket };
  socket.once('connect', () => {
    if (!hasConnected) process.send?.('connected');
    hasConnected = true;
  });
});
await attack({ port: Number(port), file }, new AbortController().signal);
