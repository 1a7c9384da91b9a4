import { type ChildProcess, spawn } from 'node:child_process';
import { demoEnvironment } from './demo-environment.ts';

/**
 * The ports of demo and development. Two can run on one machine with different ports; development also needs
 * `VITE_PORT` (scripts/dev.ts). decisions.md §6
 */
export function readPorts(env: NodeJS.ProcessEnv = process.env) {
  const port = (name: string, fallback: number) => Number(env[name] || fallback);
  return { port: port('PORT', 3000), sandboxPort: port('SANDBOX_PORT', 3001), adminPort: port('ADMIN_PORT', 9464) };
}

/** The environment of gateway and sandbox. Variables that are already set take precedence over the demo's. */
export function stackEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const ports = readPorts();
  return {
    ...demoEnvironment(ports),
    SANDBOX_PORT: String(ports.sandboxPort),
    PRODUCT_ORIGIN: `http://localhost:${ports.port}`,
    ...extra,
    ...process.env,
  };
}

/** Runs commands side by side. When one exits, or on a signal, all are stopped and this process exits. */
export function runTogether(commands: readonly (readonly string[])[], env: NodeJS.ProcessEnv): void {
  let ending = false;
  const children: ChildProcess[] = commands.map(([command = '', ...args]) =>
    spawn(command, args, { env, stdio: ['ignore', 'inherit', 'inherit'] }),
  );
  const endAll = (code: number) => {
    if (ending) return;
    ending = true;
    process.exitCode = code;
    for (const child of children) child.kill('SIGTERM');
  };
  for (const child of children) child.once('exit', (code) => endAll(code ?? 0));
  process.once('SIGINT', () => endAll(0));
  process.once('SIGTERM', () => endAll(0));
}

/** Resolves when the server responds; rejects after 30 seconds. */
export async function waitForServer(url: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const responds = await fetch(url).then(
      () => true,
      () => false,
    );
    if (responds) return;
    if (Date.now() > deadline) throw new Error(`${url} does not respond`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
