import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { demoEnvironment } from '../../scripts/demo-environment.ts';
import { waitForServer } from '../../scripts/processes.ts';
import { startCommand } from '../../scripts/start-command.ts';
import { startPodProcess } from '../support/pod-process.ts';
import { freePorts } from '../support/stack.ts';
import { cookieKeys } from './sealed-cookies.ts';

export interface ContainedGateway {
  readonly pid: number;
  readonly port: number;
  /** Whether the kernel enforces the limit; elsewhere only resident memory is sampled. */
  readonly isLimited: boolean;
  readonly isRunning: () => boolean;
  residentMb(): Promise<number>;
  /** Peak memory since the last call. */
  takePeakMb(): Promise<number>;
  /** What the kernel keeps for its connections, which cgroup version 2 adds to the pod's memory; null if unknown. */
  tcpMb(): Promise<number | null>;
  openFiles(): Promise<number>;
  /** How long its main thread has worked, and has waited for a core. */
  processorTime(): Promise<{ readonly workedMs: number; readonly waitedMs: number }>;
  close(): Promise<void>;
}

/**
 * The built gateway, started like `npm start`, in a memory cgroup of the pod's size if one can be created.
 * @param authorityFile the certificate of the authority of an upstream that speaks TLS
 */
export async function startContainedGateway(
  apiBaseUrl: string,
  redisUrl: string,
  authorityFile: string | null,
): Promise<ContainedGateway> {
  const [port = 0, adminPort = 0] = await freePorts(2);
  const { child, memoryGroup } = await startPodProcess({
    file: startCommand.file,
    env: {
      ...demoEnvironment({ port, sandboxPort: 1, adminPort }),
      API_BASE_URL: apiBaseUrl,
      SENTRY_DSN: `${apiBaseUrl.replace('://', '://key@')}/1`,
      TRUST_PROXY: '127.0.0.1',
      COOKIE_KEYS: cookieKeys,
      REDIS_URL: redisUrl,
      ...(authorityFile && { NODE_EXTRA_CA_CERTS: authorityFile }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'close');
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await waitForServer(`http://localhost:${port}/session`);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ...observe(child.pid ?? 0, port, memoryGroup),
    isLimited: memoryGroup !== null,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    close,
  };
}

/** A running gateway in a container with a memory limit; `close` does not stop it. */
export function attachToGateway(pid: number, port: number): ContainedGateway {
  return {
    ...observe(pid, port, null),
    isLimited: true,
    isRunning: () => existsSync(`/proc/${pid}`),
    close: async () => undefined,
  };
}

function observe(pid: number, port: number, group: string | null) {
  const status = async (name: string) => {
    const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? Number.NaN) / 1024;
  };
  return {
    pid,
    port,
    residentMb: () => status('VmRSS'),
    async takePeakMb() {
      const peak = await status('VmHWM');
      // 5 resets the peak.
      await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
      return peak;
    },
    async tcpMb() {
      const bytes = await readFile(`${group}/memory.kmem.tcp.usage_in_bytes`, 'utf8').catch(() => null);
      return bytes === null ? null : Number(bytes) / 1024 / 1024;
    },
    async processorTime() {
      const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '');
      const [worked = 0, waited = 0] = text.split(' ').map((nanoseconds) => Number(nanoseconds) / 1e6);
      return { workedMs: worked, waitedMs: waited };
    },
    openFiles: async () => (await readdir(`/proc/${pid}/fd`).catch(() => [])).length,
  };
}
