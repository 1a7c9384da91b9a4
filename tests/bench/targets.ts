import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoEnvironment } from '../../scripts/demo-environment.ts';
import { waitForServer } from '../../scripts/processes.ts';
import { fromRoot } from '../../scripts/root.ts';
import { startCommand } from '../../scripts/start-command.ts';
import { freePorts } from '../support/stack.ts';
import { bundle } from './bundle.ts';
import { configureNginx } from './nginx.ts';

/** In table order. The peers run with their defaults and do none of the gateway's work. */
export const targetNames = ['gateway', 'bare', 'express', 'nginx', 'traced', 'traced fully'] as const;
export type TargetName = (typeof targetNames)[number];

/** Gateways that export traces, with the share of sampled requests. Only in the row `tracing`. */
const sampledShares = { traced: '0.1', 'traced fully': '1' } as const;
const isTraced = (name: TargetName): name is keyof typeof sampledShares => name in sampledShares;
export function isMeasuredIn(name: TargetName, row: string): boolean {
  if (row === 'tracing') return name === 'gateway' || isTraced(name);
  // Only a reference: no peer prerenders pages.
  return row.startsWith('page') ? name === 'gateway' || name === 'bare' : !isTraced(name);
}

export interface Target {
  readonly name: TargetName;
  readonly origin: string;
  readonly pid: number;
  /** Its checks cover more than the body. */
  readonly isGateway: boolean;
}

export interface Targets {
  readonly all: readonly Target[];
  readonly upstreamOrigin: string;
  readonly nginxMissing: boolean;
  /** Starts one more gateway, with these settings. */
  startGateway(env: Readonly<Record<string, string>>): Promise<Target>;
  close(): Promise<void>;
}

export interface TargetOptions {
  /** All except the traced ones by default. */
  readonly names?: readonly TargetName[];
  /** The client's build, relative to the root; a small one by default. */
  readonly clientDir?: string;
  /** Whether each process is pinned to its core, as for measuring. */
  readonly pinned: boolean;
}

// Debian installs nginx in sbin, which is not on every PATH.
const searchPath = { PATH: `${process.env.PATH}:/usr/sbin` };

/** Proxies share one core, load and upstream the other. */
export const cores = { proxies: '0', others: '1' };

const peers = targetNames.filter((name) => !isTraced(name));

/** Starts all targets, or none if one of them fails. */
export async function startTargets({
  names = peers,
  clientDir = 'tests/fixtures/build/client',
  pinned,
}: TargetOptions): Promise<Targets> {
  const folder = await mkdtemp(join(tmpdir(), 'skerry-bench-'));
  const [upstreamPort = 0, tracesPort = 0, ...ports] = await freePorts(2 + targetNames.length);
  const portOf = (name: TargetName) => ports[targetNames.indexOf(name)] ?? 0;
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
  // Sealed cookies and an access log, as in production.
  const cookieKeys = randomBytes(32).toString('base64');
  const runGateway = (port: number, env: Readonly<Record<string, string>> = {}) =>
    run(cores.proxies, [process.execPath, ...startCommand.flags, join(folder, 'main.js')], {
      ...startCommand.environment,
      ...demoEnvironment({ port, sandboxPort: upstreamPort, adminPort: 0 }),
      API_BASE_URL: upstreamOrigin,
      CLIENT_DIR: fromRoot(clientDir),
      COOKIE_KEYS: cookieKeys,
      LOG_LEVEL: 'info',
      RATE_LIMIT_PER_MINUTE: '1000000000',
      RATE_LIMIT_SIGN_IN_PER_MINUTE: '1000000000',
      ...env,
    });
  const runTraced = (name: keyof typeof sampledShares) =>
    runGateway(portOf(name), {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${tracesPort}`,
      OTEL_TRACES_SAMPLER_ARG: sampledShares[name],
    });
  const starts: Record<TargetName, () => ChildProcess | Promise<ChildProcess>> = {
    gateway: () => runGateway(portOf('gateway')),
    traced: () => runTraced('traced'),
    'traced fully': () => runTraced('traced fully'),
    bare: () => runScript(cores.proxies, 'bare-proxy.js', String(portOf('bare')), upstreamOrigin),
    express: () => runScript(cores.proxies, 'express-proxy.js', String(portOf('express')), upstreamOrigin),
    nginx: async () => run(cores.proxies, ['nginx', ...(await configureNginx(folder, portOf('nginx'), upstreamPort))]),
  };

  const targets: Target[] = [];
  const nginxMissing = names.includes('nginx') && !isInstalled('nginx');
  const close = async () => {
    await Promise.all(children.map(end));
    await rm(folder, { recursive: true });
  };
  try {
    await bundle(folder);
    runScript(cores.others, 'upstream.js', String(upstreamPort), String(tracesPort));
    await waitForServer(upstreamOrigin);
    for (const name of targetNames.filter((each) => names.includes(each))) {
      if (name === 'nginx' && nginxMissing) continue;
      const child = await starts[name]();
      const origin = `http://127.0.0.1:${portOf(name)}`;
      await waitForServer(origin);
      targets.push({ name, origin, pid: child.pid ?? 0, isGateway: name === 'gateway' || isTraced(name) });
    }
  } catch (error) {
    await close();
    throw error;
  }
  const startGateway = async (env: Readonly<Record<string, string>>): Promise<Target> => {
    const [port = 0] = await freePorts(1);
    const child = runGateway(port, env);
    const origin = `http://127.0.0.1:${port}`;
    await waitForServer(origin);
    return { name: 'gateway', origin, pid: child.pid ?? 0, isGateway: true };
  };
  return { all: targets, upstreamOrigin, nginxMissing, startGateway, close };
}

const isInstalled = (program: string): boolean => spawnSync(program, ['-v'], { env: searchPath }).error === undefined;

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  // nginx stops its worker only on SIGTERM; on SIGTERM the gateway would wait a second for its load balancer.
  child.kill(child.spawnfile === 'nginx' || child.spawnargs.includes('nginx') ? 'SIGTERM' : 'SIGKILL');
  await ended;
}
