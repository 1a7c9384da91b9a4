import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface Collection {
  readonly type: 'major';
  readonly execution: 'sync';
  /** Also returns the pages that V8 would keep for later. */
  readonly flavor?: 'last-resort';
}

setFlagsFromString('--expose-gc');

/** V8's own function. A process without the flag does not have it. */
export const collectGarbage = runInNewContext('gc') as (collection: Collection) => void;
