interface Limits {
  readonly maxEntries: number;
  /** Of keys and texts together, which are ASCII. */
  readonly maxBytes?: number;
}

export interface Entry {
  readonly text?: string;
  /** The network of the client that caused the entry. */
  readonly network?: string;
}

/**
 * A map of texts that drops its oldest entries beyond a number of entries, or of bytes. Beyond half of either, a
 * network drops its own.
 */
export class BoundedMap<E extends Entry> extends Map<string, E> {
  readonly #limits: Limits;
  readonly #shares = new Map<string, { readonly keys: Set<string>; bytes: number }>();
  #bytes = 0;

  constructor(limits: Limits) {
    super();
    this.#limits = limits;
  }

  override set(key: string, entry: E): this {
    const { maxEntries, maxBytes = Number.POSITIVE_INFINITY } = this.#limits;
    this.delete(key);
    super.set(key, entry);
    this.#bytes += sizeOf(key, entry);
    const { network } = entry;
    if (network !== undefined) {
      const share = this.#shares.get(network) ?? { keys: new Set(), bytes: 0 };
      this.#shares.set(network, share);
      share.keys.add(key);
      share.bytes += sizeOf(key, entry);
      this.#drop(share.keys, () => share.keys.size > maxEntries / 2 || share.bytes > maxBytes / 2);
    }
    this.#drop(this.keys(), () => this.size > maxEntries || this.#bytes > maxBytes);
    return this;
  }

  override delete(key: string): boolean {
    const entry = this.get(key);
    if (!entry) return false;
    this.#bytes -= sizeOf(key, entry);
    const { network = '' } = entry;
    const share = this.#shares.get(network);
    if (share?.keys.delete(key)) share.bytes -= sizeOf(key, entry);
    if (share?.keys.size === 0) this.#shares.delete(network);
    return super.delete(key);
  }

  #drop(oldestFirst: Iterable<string>, isFull: () => boolean): void {
    for (const key of oldestFirst) {
      if (!isFull()) break;
      this.delete(key);
    }
  }
}

const sizeOf = (key: string, { text }: Entry): number => key.length + (text?.length ?? 0);
