import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export const megabyte = 1024 * 1024;

export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
}

/** Bytes of the heap in use after a garbage collection. */
export function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
