import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { fromRoot } from '../../scripts/root.ts';
import type { Shape } from './shape.ts';
import { cores } from './targets.ts';

const run = promisify(execFile);

export interface Load {
  readonly requests: number;
  readonly seconds: number;
  readonly errors: number;
}

export interface LoadOptions extends Shape {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
}

/** wrk where it is installed, because it leaves the core to the upstream; autocannon where it is not. */
export async function findLoad(): Promise<(options: LoadOptions) => Promise<Load>> {
  return run('wrk', ['--version']).then(
    () => loadWithWrk,
    (error: { code?: unknown }) => (error.code === 'ENOENT' ? loadWithAutocannon : loadWithWrk),
  );
}

async function loadWithWrk({ origin, path, method, body, headers, connections, seconds }: LoadOptions): Promise<Load> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = await run('taskset', [
    ...['-c', cores.others, 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`],
    // A request that waits for a busy core is slow, not lost.
    ...['--timeout', '15s'],
    ...['-s', fromRoot('tests/bench/report.lua'), ...named, origin + path, '--', method, body ?? ''],
  ]);
  const report = /REPORT (\d+) (\d+) (\d+)/.exec(stdout)?.slice(1).map(Number);
  if (!report) throw new Error(`wrk reports nothing: ${stdout}`);
  const [requests = 0, microseconds = 0, errors = 0] = report;
  return { requests, seconds: microseconds / 1e6, errors };
}

async function loadWithAutocannon(options: LoadOptions): Promise<Load> {
  const { origin, path, method, body, headers, connections, seconds } = options;
  const result = await autocannon({
    url: origin + path,
    method,
    ...(body !== null && { body }),
    headers,
    connections,
    duration: seconds,
  });
  return { requests: result.requests.total, seconds: result.duration, errors: result.errors + result.non2xx };
}
