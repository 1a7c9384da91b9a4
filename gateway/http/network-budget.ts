/** Of all networks, and of one. */
export type Limit = readonly [all: number, ofNetwork: number];

/** An amount, such as bytes, of which one network of clients gets a share at most: half, unless another is given. */
export class NetworkBudget {
  readonly #limit: number;
  readonly #share: number;
  readonly #heldBy = new Map<string, number>();
  #held = 0;

  constructor(limit: number, share = limit / 2) {
    this.#limit = limit;
    this.#share = share;
  }

  get held(): number {
    return this.#held;
  }

  /** Whether it holds more than `few`, with this amount, and at least the average of those that hold something. */
  holdsMost(network: string, amount: number, few: number): boolean {
    const own = this.#ownOf(network) + amount;
    return own > few && own * this.#heldBy.size >= this.#held;
  }

  /** Reserves the amount if at least `keepFree` remains, and half of `keepFree` of the network's share. */
  take(network: string, amount: number, keepFree = 0): boolean {
    const own = this.#ownOf(network) + amount;
    if (own > this.#share - keepFree / 2 || this.#held + amount > this.#limit - keepFree) return false;
    this.#heldBy.set(network, own);
    this.#held += amount;
    return true;
  }

  release(network: string, amount: number): void {
    const own = this.#ownOf(network) - amount;
    if (own === 0) this.#heldBy.delete(network);
    else this.#heldBy.set(network, own);
    this.#held -= amount;
  }

  #ownOf(network: string): number {
    return this.#heldBy.get(network) ?? 0;
  }
}

export interface ReservedLimits {
  readonly shared: Limit;
  readonly reserve: Limit;
}

/**
 * A budget, and a reserve for those that find it full. One network gets little of the reserve, so that a few cannot use
 * it up, and much of the budget, so that many users behind one address can begin at once.
 */
export class ReservedBudget {
  readonly #budgets: readonly NetworkBudget[];

  constructor({ shared, reserve }: ReservedLimits) {
    this.#budgets = [new NetworkBudget(...shared), new NetworkBudget(...reserve)];
  }

  /** Reserves the amount; returns what releases it, or null if there is no room. */
  take(network: string, amount: number): (() => void) | null {
    const budget = this.#budgets.find((candidate) => candidate.take(network, amount));
    return budget ? () => budget.release(network, amount) : null;
  }
}
