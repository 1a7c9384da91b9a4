import type { ChildProcess } from 'node:child_process';

/**
 * Waits for the promise, but rejects as soon as one of the processes exits. Otherwise another server on the same port
 * could respond in place of a process that failed to start.
 */
export function whileRunning<Result>(children: readonly ChildProcess[], wait: Promise<Result>): Promise<Result> {
  const ended = new Promise<never>((_, reject) => {
    for (const child of children) child.once('exit', (code) => reject(new Error(`A process exited with ${code}`)));
  });
  return Promise.race([wait, ended]);
}
