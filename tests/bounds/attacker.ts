/** Runs one attack in its own process until it is killed: `npx tsx tests/bounds/attacker.ts NAME PORT FILE`. */
import { attacks } from './attacks.ts';

const [name = '', port, file = '/'] = process.argv.slice(2);
const attack = attacks[name];
if (!attack) throw new Error(`No attack is called ${name}`);
// Connections that do not read do not keep the process alive.
setInterval(() => undefined, 60_000);
process.send?.('started');
await attack({ port: Number(port), file }, new AbortController().signal);
