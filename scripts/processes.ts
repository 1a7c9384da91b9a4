import { type ChildProcess, spawn } from 'node:child_process';
import { demoEnvironment } from './demo-environment.ts';

/** The ports of demo and development, settable so that two can run on one machine. decisions.md §6 */
export function readPorts(env: NodeJS.ProcessEnv = process.env) {
  const port = (name: string, fallback: number) => Number(env[name] || fallback);
  return { port: port('PORT', 3000), sandboxPort: port('SANDBOX_PORT', 3001), adminPort: port('ADMIN_PORT', 9464) };
}

/** The environment of gateway and sandbox together; what the caller has set itself stands over the demo's values. */
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

/** Runs the commands side by side; when one ends, or a signal comes, all end, and so does this process. */
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

/** Resolves when the address answers; rejects after 30 seconds. */
export async function untilAnswers(url: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return;
    if (Date.now() > deadline) throw new Error(`${url} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
