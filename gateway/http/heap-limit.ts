import { getHeapStatistics } from 'node:v8';
import { collectGarbage } from './collect-garbage.ts';

/**
 * Of the heap's limit, beyond which V8 ends the process: where networks with many requests under way get no more, and
 * where no one does. The rest is for the requests that are under way.
 */
const shares = { many: 0.72, all: 0.8 };
/** A collection of a full heap takes 10 to 200 ms. */
const collectAgainMs = 500;

/**
 * The last defense of the memory: each other limit holds alone, but all of them together can take more than the heap.
 * docs/decisions/007-bounds.md
 */
export class HeapLimit {
  readonly #limitBytes = getHeapStatistics().heap_size_limit;
  #collectedAt = Number.NEGATIVE_INFINITY;

  /**
   * Whether it is time to refuse a request. Costs less than a microsecond until then.
   * @param ofMany whether its network has many others under way
   */
  isReached(ofMany: boolean): boolean {
    const bytes = this.#limitBytes * (ofMany ? shares.many : shares.all);
    if (getHeapStatistics().used_heap_size < bytes) return false;
    // It may be full of garbage.
    if (performance.now() - this.#collectedAt >= collectAgainMs) {
      collectGarbage({ type: 'major', execution: 'sync' });
      this.#collectedAt = performance.now();
    }
    return getHeapStatistics().used_heap_size >= bytes;
  }
}
