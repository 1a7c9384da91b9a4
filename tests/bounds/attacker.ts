/** Runs one attack in its own process until it is killed: `npx tsx tests/bounds/attacker.ts NAME PORT FILE`. */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { attacks } from './attacks.ts';

/** What an attacker tells its parent process, each once. */
export type AttackerState = 'connecting' | 'connected';

const [name = '', port, file = '/'] = process.argv.slice(2);
const attack = attacks[name];
if (!attack) throw new Error(`No attack is called ${name}`);
// Connections that do not read do not keep the process alive.
setInterval(() => undefined, 60_000);
const reported = new Set<AttackerState>();
const report = (state: AttackerState) => {
  if (!reported.has(state)) process.send?.(state);
  reported.add(state);
};
subscribe('net.client.socket', (message) => {
  const { socket } = message as { readonly socket: Socket };
  report('connecting');
  socket.once('connect', () => report('connected'));
});
await attack({ port: Number(port), file }, new AbortController().signal);
