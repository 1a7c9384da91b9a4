import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { afterAll, expect, test } from 'vitest';
import { demoEnvironment } from '../../scripts/demo-environment.ts';
import { waitForServer } from '../../scripts/processes.ts';
import { fromRoot } from '../../scripts/root.ts';
import { freePorts } from '../support/stack.ts';
import { bundle } from './bundle.ts';
import { startFlags } from './contenders.ts';
import { paths, requestHeaders, tokens } from './shape.ts';

const children: ChildProcess[] = [];
let folder = '';
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  if (folder) await rm(folder, { recursive: true });
});

// V8 tells of each collection in one line. What it allocates in the old generation by itself, or what leads from one request to
// the next, keeps requests alive: kilobytes of each, and nearly twice the time. docs/decisions/001-proxy-inner-path.md
test('what belongs to a request is garbage when it is over', { timeout: 120_000 }, async () => {
  folder = await mkdtemp(join(tmpdir(), 'skerry-retention-'));
  await bundle(folder);
  const [upstreamPort = 0, port = 0] = await freePorts(2);
  const upstream = `http://127.0.0.1:${upstreamPort}`;
  const origin = `http://127.0.0.1:${port}`;
  children.push(spawn(process.execPath, [join(folder, 'upstream.js'), String(upstreamPort)], { stdio: 'ignore' }));
  await waitForServer(upstream);
  const gateway = spawn(process.execPath, [...startFlags, '--trace-gc-nvp', join(folder, 'main.js')], {
    env: {
      ...demoEnvironment({ port, sandboxPort: upstreamPort, adminPort: 0 }),
      API_BASE_URL: upstream,
      CLIENT_DIR: fromRoot('tests/fixtures/build/client'),
      RATE_LIMIT_PER_MINUTE: '1000000000',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(gateway);
  let trace = '';
  gateway.stdout.setEncoding('latin1').on('data', (text: string) => {
    trace += text;
  });
  await waitForServer(origin);

  const cookie = `access_token=${tokens.access}; refresh_token=${tokens.refresh}; locale=de`;
  const ask = async (atLeast: number) => {
    let answered = 0;
    while (answered < atLeast) {
      const headers = requestHeaders(cookie);
      const options = { url: origin + paths.small, method: 'GET', headers, connections: 32, duration: 1 } as const;
      const { requests, non2xx, errors } = await autocannon(options);
      expect({ non2xx, errors }).toEqual({ non2xx: 0, errors: 0 });
      answered += requests.total;
    }
    return answered;
  };
  // Until the code is compiled: what belongs to the program is promoted, too.
  await ask(5_000);
  const before = trace.length;
  const answered = await ask(10_000);
  const promoted = [...trace.slice(before).matchAll(/\bpromoted=(\d+)/g)].map(([, bytes]) => Number(bytes));
  expect(promoted.length).toBeGreaterThan(3);
  expect(promoted.reduce((sum, bytes) => sum + bytes, 0) / answered).toBeLessThan(1_000);
});
