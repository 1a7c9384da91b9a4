/** `npm run dev`: the demo; the browser and both servers reload on changes. decisions.md §6 */
import { buildIfStale } from './build.ts';
import { readPorts, runTogether, stackEnvironment } from './processes.ts';
import { fromRoot } from './root.ts';

const { port, sandboxPort } = readPorts();
const vitePort = Number(process.env.VITE_PORT || 5173);
await buildIfStale();
const tsx = fromRoot('node_modules/.bin/tsx');
runTogether(
  [
    [tsx, 'watch', '--clear-screen=false', fromRoot('sandbox/main.ts')],
    [tsx, 'watch', '--clear-screen=false', fromRoot('gateway/main.ts')],
    [
      fromRoot('node_modules/.bin/vite'),
      '--config',
      fromRoot('client/vite.config.ts'),
      '--host',
      '127.0.0.1',
      '--port',
      String(vitePort),
      '--strictPort',
    ],
  ],
  stackEnvironment({ DEV_SERVER_URL: `http://127.0.0.1:${vitePort}` }),
);
console.log(`\n  http://localhost:${port}   sandbox on http://localhost:${sandboxPort}\n`);
