/** Runs commands of node_modules/.bin, as many at a time as there are processors. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fromRoot } from './root.ts';

export type Command = readonly [name: string, ...args: string[]];

/** The rooms with a tsconfig.json of their own, the slowest to check first. */
export const typeChecks: readonly Command[] = [
  'tests',
  'client',
  'scripts',
  'gateway',
  'sandbox',
  'sandbox/browser',
  'shared',
].map((room) => ['tsc', '--project', room]);

/**
 * Runs one command and resolves to its exit code. Its output goes to the terminal, or all at once after its end.
 * @param env in addition to this process's own
 */
export async function runCommand(
  [name, ...args]: Command,
  output: 'live' | 'afterwards',
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const started = Date.now();
  const child = spawn(fromRoot('node_modules/.bin', name), args, {
    cwd: fromRoot(),
    env: { ...process.env, ...env },
    stdio: output === 'live' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => printed.push(chunk));
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (exitCode) => resolve(exitCode ?? 1));
  });
  process.stdout.write(Buffer.concat(printed));
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? '✓' : '✗'} ${[name, ...args].join(' ')} (${seconds} s)`);
  return code;
}

/** Runs independent commands side by side; `onEnd` gets each one's exit code. */
export async function runSideBySide(
  commands: readonly Command[],
  onEnd: (command: Command, code: number) => void,
): Promise<void> {
  const queue = [...commands];
  const worker = async () => {
    for (let command = queue.shift(); command; command = queue.shift())
      onEnd(command, await runCommand(command, 'afterwards'));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}
