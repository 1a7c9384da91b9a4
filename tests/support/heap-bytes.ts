import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export const megabyte = 1024 * 1024;

/** Bytes of the heap in use after a garbage collection. */
export function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  return process.memoryUsage().heapUsed;
}
