import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import type { SlowClients } from './slow-clients.ts';

/** Slow headers, slow body, slow reading. */
const modes = ['-H', '-B', '-X'] as const;

/**
 * Runs the modes of slowhttptest in turn until aborted. A run takes longer than REQUEST_TIMEOUT_MS: connections that
 * still send at its end hang. Slow reading does not count, because its client does not see that it was disconnected.
 * @returns the number of runs; null if it is not installed
 */
export async function runSlowHttpTest(url: string, counts: SlowClients, signal: AbortSignal): Promise<number | null> {
  let runs = 0;
  while (!signal.aborted) {
    const mode = modes[runs % modes.length] ?? '-H';
    const child = spawn(
      'slowhttptest',
      [mode, '-c', '100', '-r', '25', '-i', '5', '-l', '30', '-p', '5', '-x', '10', '-u', url],
      { stdio: ['ignore', 'pipe', 'ignore'], signal },
    );
    const failed = new Promise<string | undefined>((resolve) =>
      child.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code)).once('close', () => resolve(undefined)),
    );
    const output = stripVTControlCharacters(await text(child.stdout));
    if ((await failed) === 'ENOENT') return null;
    if (signal.aborted) break;
    runs += 1;
    if (mode !== '-X' && output.includes('Hit test time limit')) {
      const connected = output.match(/(?<=connected: +)\d+/g)?.at(-1);
      if (connected === undefined) throw new Error('slowhttptest did not say how many connections are open');
      counts.hung += Number(connected);
    }
  }
  return runs;
}
