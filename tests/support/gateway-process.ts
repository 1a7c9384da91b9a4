import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { demoEnvironment } from '../../scripts/demo-environment.ts';
import { waitForServer } from '../../scripts/processes.ts';
import { fromRoot } from '../../scripts/root.ts';
import { clientFixture, freePorts } from './stack.ts';
import { whileRunning } from './while-running.ts';

export interface GatewayProcess {
  readonly origin: string;
  readonly adminOrigin: string;
  /** Everything printed so far, on standard output and standard error. */
  output(): string;
  /** Stops the process with SIGTERM and waits, so that it flushes its output. */
  close(): Promise<void>;
  /** Kills it with SIGKILL, as in a crash. */
  kill(): Promise<void>;
}

/**
 * Runs the gateway from source in its own process, in front of a sandbox on `sandboxPort`.
 * @param stdout a file descriptor that gets the log instead of `output`
 */
export async function startGatewayProcess(
  port: number,
  sandboxPort: number,
  env: Readonly<Record<string, string>>,
  stdout: 'pipe' | number = 'pipe',
): Promise<GatewayProcess> {
  const [adminPort = 0] = await freePorts(1);
  const printed: Buffer[] = [];
  const child = spawn(process.execPath, ['--import', 'tsx', fromRoot('gateway/main.ts')], {
    env: {
      PATH: process.env.PATH,
      ...demoEnvironment({ port, sandboxPort, adminPort }),
      CLIENT_DIR: clientFixture,
      ...env,
    },
    stdio: ['ignore', stdout, 'pipe'],
  });
  child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk));
  const output = () => Buffer.concat(printed).toString();
  const origin = `http://localhost:${port}`;
  await whileRunning([child], waitForServer(`${origin}/session`)).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw new Error(`${String(error)}\n${output()}`);
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill(signal);
    await ended;
  };
  return {
    origin,
    adminOrigin: `http://localhost:${adminPort}`,
    output,
    close: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
