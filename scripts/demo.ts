/** `npm run demo`: builds the product and serves it against the sandbox, nothing else to configure or start. decisions.md §6 */
import { buildIfStale } from './build.ts';
import { readPorts, runTogether, stackEnvironment, untilAnswers } from './processes.ts';
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
  untilAnswers(`http://localhost:${sandboxPort}/`),
  untilAnswers(`http://localhost:${port}/robots.txt`),
]);
console.log(`
  Skerry VPN account   http://localhost:${port}
  Sandbox console      http://localhost:${sandboxPort}   (mailbox, accounts, faults, clock)
`);
