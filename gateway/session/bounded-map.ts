/** A map of texts that drops its oldest entries beyond a number of entries, or of bytes. */
export class BoundedMap<Entry extends { readonly text: string }> extends Map<string, Entry> {
  readonly #limits: { readonly maxEntries: number; readonly maxBytes: number };
  #bytes = 0;

  /** @param limits bytes of keys and texts together, which are ASCII */
  constructor(limits: { readonly maxEntries: number; readonly maxBytes: number }) {
    super();
    this.#limits = limits;
  }

  override set(key: string, entry: Entry): this {
    this.delete(key);
    this.#bytes += key.length + entry.text.length;
    super.set(key, entry);
    for (const oldest of this.keys()) {
      if (this.size <= this.#limits.maxEntries && this.#bytes <= this.#limits.maxBytes) break;
      this.delete(oldest);
    }
    return this;
  }

  override delete(key: string): boolean {
    const entry = this.get(key);
    if (entry) this.#bytes -= key.length + entry.text.length;
    return super.delete(key);
  }
}
