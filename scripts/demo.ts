/** `npm run demo`: builds the product and serves it with the sandbox. decisions.md §6 */
import { buildIfStale } from './build.ts';
import { readPorts, runTogether, stackEnvironment, waitForServer } from './processes.ts';
import { fromRoot } from './root.ts';

const { port, sandboxPort } = readPorts();
await buildIfStale();
runTogether(
  [
    [process.execPath, fromRoot('dist/sandbox/main.js')],
    [process.execPath, fromRoot('dist/gateway/main.js')],
  ],
  stackEnvironment({ LOG_LEVEL: 'warn' }),
);
await Promise.all([
  waitForServer(`http://localhost:${sandboxPort}/`),
  waitForServer(`http://localhost:${port}/robots.txt`),
]);
console.log(`
  Skerry VPN account   http://localhost:${port}
  Sandbox console      http://localhost:${sandboxPort}   (mailbox, accounts, faults, clock)
`);
