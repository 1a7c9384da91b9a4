import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Slow headers, slow body, slow reading. */
const modes = ['-H', '-B', '-X'] as const;

/** Runs the modes of slowhttptest in turn until aborted. @returns the number of runs; null if it is not installed */
export async function runSlowHttpTest(url: string, signal: AbortSignal): Promise<number | null> {
  let runs = 0;
  while (!signal.aborted) {
    const mode = modes[runs % modes.length] ?? '-H';
    const child = spawn(
      'slowhttptest',
      [mode, '-c', '100', '-r', '25', '-i', '5', '-l', '30', '-p', '5', '-x', '10', '-u', url],
      { stdio: 'ignore', signal },
    );
    // `once` rejects with the error of a program that cannot be started.
    const code = await once(child, 'exit').then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code,
    );
    if (code === 'ENOENT') return null;
    runs += 1;
  }
  return runs;
}
