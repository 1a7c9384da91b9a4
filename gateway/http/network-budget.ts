import { ByteBudget } from './byte-budget.ts';

/** A budget of which one network of clients gets half at most. */
export class NetworkBudget {
  readonly #limit: number;
  readonly #all: ByteBudget;
  readonly #ofNetwork = new Map<string, ByteBudget>();

  constructor(limit: number) {
    this.#limit = limit;
    this.#all = new ByteBudget(limit);
  }

  get held(): number {
    return this.#all.held;
  }

  /** Reserves the amount, or nothing when less than `keepFree` would be left, or half of it of the network's share. */
  take(network: string, amount: number, keepFree = 0): boolean {
    const share = this.#ofNetwork.get(network) ?? new ByteBudget(this.#limit / 2);
    if (!share.take(amount, keepFree / 2)) return false;
    if (!this.#all.take(amount, keepFree)) {
      share.release(amount);
      return false;
    }
    this.#ofNetwork.set(network, share);
    return true;
  }

  release(network: string, amount: number): void {
    const share = this.#ofNetwork.get(network);
    share?.release(amount);
    if (share?.held === 0) this.#ofNetwork.delete(network);
    this.#all.release(amount);
  }
}
