import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { demoEnvironment } from '../../scripts/demo-environment.ts';
import { untilAnswers } from '../../scripts/processes.ts';
import { fromRoot } from '../../scripts/root.ts';
import { clientFixture, freePorts } from './stack.ts';
import { whileRunning } from './while-running.ts';

export interface GatewayProcess {
  readonly origin: string;
  readonly adminOrigin: string;
  /** Everything printed so far, on standard output and standard error. */
  output(): string;
  /** Ends the process as an operator does, so that it prints and sends what it still has. */
  close(): Promise<void>;
  /** Ends it as a crash does: kill -9. */
  kill(): Promise<void>;
}

/** The gateway's own process, from its source, in front of a sandbox on `sandboxPort`. */
export async function startGatewayProcess(
  port: number,
  sandboxPort: number,
  env: Readonly<Record<string, string>>,
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
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
  const output = () => Buffer.concat(printed).toString();
  const origin = `http://localhost:${port}`;
  await whileRunning([child], untilAnswers(`${origin}/session`)).catch((error: unknown) => {
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
