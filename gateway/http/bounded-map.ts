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
 * A map of texts that drops entries beyond a number of entries, or of bytes: the oldest of the network that has the
 * most, or of all if none has two. A network that has fewer than another keeps all of its own.
 */
export class BoundedMap<E extends Entry> extends Map<string, E> {
  readonly #limits: Limits;
  /** The keys of each network, oldest first. One alone needs no set: thousands of networks may have one. */
  readonly #keysOf = new Map<string, string | Set<string>>();
  /** The networks that have this number of entries, from two on. */
  readonly #networksWith = new Map<number, Set<string>>();
  #most = 0;
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
    if (entry.network !== undefined) this.#addKey(entry.network, key);
    while (this.size > maxEntries || this.#bytes > maxBytes) {
      const [network = ''] = this.#networksWith.get(this.#most) ?? [];
      const keys = this.#keysOf.get(network);
      const [oldest = ''] = keys instanceof Set ? keys : this.keys();
      this.delete(oldest);
    }
    return this;
  }

  override delete(key: string): boolean {
    const entry = this.get(key);
    if (!entry) return false;
    this.#bytes -= sizeOf(key, entry);
    if (entry.network !== undefined) this.#deleteKey(entry.network, key);
    return super.delete(key);
  }

  #addKey(network: string, key: string): void {
    const keys = this.#keysOf.get(network);
    if (keys === undefined) {
      this.#keysOf.set(network, key);
      return;
    }
    const several = keys instanceof Set ? keys : new Set([keys]);
    this.#keysOf.set(network, several.add(key));
    this.#count(network, several.size - 1, several.size);
  }

  #deleteKey(network: string, key: string): void {
    const keys = this.#keysOf.get(network);
    if (!(keys instanceof Set)) {
      this.#keysOf.delete(network);
      return;
    }
    keys.delete(key);
    this.#count(network, keys.size + 1, keys.size);
    const [first = ''] = keys;
    if (keys.size === 1) this.#keysOf.set(network, first);
  }

  #count(network: string, before: number, now: number): void {
    const former = this.#networksWith.get(before);
    former?.delete(network);
    if (former?.size === 0) this.#networksWith.delete(before);
    if (now > 1) this.#networksWith.set(now, (this.#networksWith.get(now) ?? new Set()).add(network));
    if (now > this.#most || !this.#networksWith.has(this.#most)) this.#most = now;
  }
}

const sizeOf = (key: string, { text }: Entry): number => key.length + (text?.length ?? 0);
