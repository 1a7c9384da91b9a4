import type { ChildProcess } from 'node:child_process';

/**
 * What is waited for, as long as the processes run; rejects when one ends. Without it somebody else could answer in the
 * place of one that has not found its port free.
 */
export function whileRunning<Result>(children: readonly ChildProcess[], wait: Promise<Result>): Promise<Result> {
  const ended = new Promise<never>((_, reject) => {
    for (const child of children) child.once('exit', (code) => reject(new Error(`A process has ended with ${code}`)));
  });
  return Promise.race([wait, ended]);
}
