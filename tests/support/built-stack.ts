import { type ChildProcess, spawn } from 'node:child_process';
import { demoEnvironment } from '../../scripts/demo-environment.ts';
import { waitForServer } from '../../scripts/processes.ts';
import { fromRoot } from '../../scripts/root.ts';
import { freePorts } from './stack.ts';
import { whileRunning } from './while-running.ts';

export interface ProcessStack {
  readonly origin: string;
  readonly sandboxOrigin: string;
  readonly adminOrigin: string;
  /** Everything that gateway and sandbox have printed so far. */
  output(): string;
  close(): Promise<void>;
}

/** Runs the built product: one process for the gateway, one for the sandbox, on free ports. Needs `npm run build`. */
export async function startProcesses(env: Readonly<Record<string, string>> = {}): Promise<ProcessStack> {
  const [port = 0, sandboxPort = 0, adminPort = 0] = await freePorts(3);
  const origin = `http://localhost:${port}`;
  const sandboxOrigin = `http://localhost:${sandboxPort}`;
  const printed: Buffer[] = [];
  const start = (file: string): ChildProcess => {
    const child = spawn(process.execPath, [fromRoot(file)], {
      env: {
        PATH: process.env.PATH,
        ...demoEnvironment({ port, sandboxPort, adminPort }),
        SANDBOX_PORT: String(sandboxPort),
        PRODUCT_ORIGIN: origin,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk));
    return child;
  };
  const children = [start('dist/sandbox/main.js'), start('dist/gateway/main.js')];
  const answering = [waitForServer(`${sandboxOrigin}/sandbox/accounts`), waitForServer(`${origin}/session`)];
  await whileRunning(children, Promise.all(answering)).catch((error: unknown) => {
    for (const child of children) child.kill('SIGKILL');
    throw new Error(`${String(error)}\n${Buffer.concat(printed).toString()}`);
  });
  return {
    origin,
    sandboxOrigin,
    adminOrigin: `http://localhost:${adminPort}`,
    output: () => Buffer.concat(printed).toString(),
    async close() {
      await Promise.all(
        children.map((child) => {
          const ended = new Promise((resolve) => child.once('exit', resolve));
          child.kill('SIGKILL');
          return child.exitCode === null && child.signalCode === null ? ended : undefined;
        }),
      );
    },
  };
}
