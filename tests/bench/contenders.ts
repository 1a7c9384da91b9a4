import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { demoEnvironment } from '../../scripts/demo-environment.ts';
import { waitForServer } from '../../scripts/processes.ts';
import { fromRoot } from '../../scripts/root.ts';
import { freePorts } from '../support/stack.ts';
import { bundle } from './bundle.ts';
import { configureNginx } from './nginx.ts';

/** In the order of the tables. The peers run with their defaults and do none of the gateway's work. */
export const contenderNames = ['gateway', 'bare', 'express', 'nginx'] as const;
export type ContenderName = (typeof contenderNames)[number];

export interface Contender {
  readonly name: ContenderName;
  readonly origin: string;
  readonly pid: number;
  /** Checked for more than the body. */
  readonly isGateway: boolean;
}

export interface Field {
  readonly contenders: readonly Contender[];
  readonly upstreamOrigin: string;
  readonly nginxMissing: boolean;
  close(): Promise<void>;
}

export interface FieldOptions {
  /** All by default. */
  readonly names?: readonly ContenderName[];
  /** Whether each process is pinned to its core, as for measuring. */
  readonly pinned: boolean;
}

/** Node's flags in `npm start`. */
const startFlags = packageJson.scripts.start.split(' ').filter((word) => word.startsWith('--'));

// Debian installs nginx in sbin, which is not on every PATH.
const searchPath = { PATH: `${process.env.PATH}:/usr/sbin` };

/** Proxies share one core, load and upstream the other. */
export const cores = { proxies: '0', others: '1' };

/** Starts all at once, or none if one of them fails. */
export async function startContenders({ names = contenderNames, pinned }: FieldOptions): Promise<Field> {
  const folder = await mkdtemp(join(tmpdir(), 'skerry-bench-'));
  const [upstreamPort = 0, ...ports] = await freePorts(1 + contenderNames.length);
  const portOf = (name: ContenderName) => ports[contenderNames.indexOf(name)] ?? 0;
  const upstreamOrigin = `http://127.0.0.1:${upstreamPort}`;
  const children: ChildProcess[] = [];
  const run = (core: string, command: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const [file = '', ...args] = pinned ? ['taskset', '-c', core, ...command] : command;
    const child = spawn(file, args, {
      env: { ...searchPath, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.push(child);
    return child;
  };
  const runScript = (core: string, script: string, ...args: readonly string[]) =>
    run(core, [process.execPath, join(folder, script), ...args]);
  const starts: Record<ContenderName, () => ChildProcess | Promise<ChildProcess>> = {
    // As in production: sealed cookies and an access log.
    gateway: () =>
      run(cores.proxies, [process.execPath, ...startFlags, join(folder, 'main.js')], {
        ...demoEnvironment({ port: portOf('gateway'), sandboxPort: upstreamPort, adminPort: 0 }),
        API_BASE_URL: upstreamOrigin,
        CLIENT_DIR: fromRoot('tests/fixtures/build/client'),
        COOKIE_KEYS: randomBytes(32).toString('base64'),
        LOG_LEVEL: 'info',
        RATE_LIMIT_PER_MINUTE: '1000000000',
        RATE_LIMIT_SIGN_IN_PER_MINUTE: '1000000000',
      }),
    bare: () => runScript(cores.proxies, 'bare-proxy.js', String(portOf('bare')), upstreamOrigin),
    express: () => runScript(cores.proxies, 'express-proxy.js', String(portOf('express')), upstreamOrigin),
    nginx: async () => run(cores.proxies, ['nginx', ...(await configureNginx(folder, portOf('nginx'), upstreamPort))]),
  };

  const contenders: Contender[] = [];
  const nginxMissing = names.includes('nginx') && !isInstalled('nginx');
  const close = async () => {
    await Promise.all(children.map(end));
    await rm(folder, { recursive: true });
  };
  try {
    await bundle(folder);
    runScript(cores.others, 'upstream.js', String(upstreamPort));
    await waitForServer(upstreamOrigin);
    for (const name of contenderNames.filter((each) => names.includes(each))) {
      if (name === 'nginx' && nginxMissing) continue;
      const child = await starts[name]();
      const origin = `http://127.0.0.1:${portOf(name)}`;
      await waitForServer(origin);
      contenders.push({ name, origin, pid: child.pid ?? 0, isGateway: name === 'gateway' });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { contenders, upstreamOrigin, nginxMissing, close };
}

const isInstalled = (program: string): boolean => spawnSync(program, ['-v'], { env: searchPath }).error === undefined;

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  // nginx stops its worker only on SIGTERM; on SIGTERM the gateway would wait a second for its load balancer.
  child.kill(child.spawnfile === 'nginx' || child.spawnargs.includes('nginx') ? 'SIGTERM' : 'SIGKILL');
  await ended;
}
