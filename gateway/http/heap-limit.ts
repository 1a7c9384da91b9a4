import { getHeapStatistics } from 'node:v8';
import { collectGarbage } from './collect-garbage.ts';

/**
 * Of the heap's limit, beyond which V8 ends the process: where networks with many requests under way get no more, and
 * where no one does. The rest is for the requests that are under way. V8 may give up from 80 % on.
 */
const shares = { many: 0.65, all: 0.72 };
/** What is new since the last collection may be garbage. More of it counts all the same. */
const garbageShare = 0.1;
/** A collection of a full heap takes 10 to 200 ms: a fifth of the time at most. */
const collecting = { againMs: 100, share: 0.2 };

/**
 * The last defense of the memory: each other limit holds alone, but all of them together can take more than the heap.
 * docs/decisions/007-bounds.md
 */
export class HeapLimit {
  readonly #limitBytes = getHeapStatistics().heap_size_limit;
  #inUse = 0;
  #collectableAt = 0;

  /**
   * Whether it is time to refuse a request. Costs less than a microsecond until then.
   * @param ofMany whether its network has many others under way, compared with the other networks
   */
  isReached(ofMany: boolean): boolean {
    const share = ofMany ? shares.many : shares.all;
    if (this.#readShare() < share) return false;
    const now = performance.now();
    if (now >= this.#collectableAt) {
      collectGarbage({ type: 'major', execution: 'sync' });
      const tookMs = performance.now() - now;
      this.#collectableAt = now + Math.max(collecting.againMs, tookMs / collecting.share);
      this.#inUse = this.#readShare();
    }
    return this.#inUse >= share || this.#readShare() >= share + garbageShare;
  }

  #readShare(): number {
    return getHeapStatistics().used_heap_size / this.#limitBytes;
  }
}
