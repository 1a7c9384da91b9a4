// The plain version opens each sealed cookie on every request: `open(keys, name, sealed)`.

/** Each session takes two entries. */
const maxEntries = 10_000;
/** Of keys and values together, which are ASCII. */
const maxBytes = 8 * 1024 * 1024;

interface OpenedCookie {
  readonly name: string;
  readonly token: string;
}

/** The tokens of sealed cookies, so that AES-GCM runs once per cookie and not once per request. Drops the oldest entries. */
export class OpenedCookies {
  readonly #entries = new Map<string, OpenedCookie>();
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(limits = { maxEntries, maxBytes }) {
    this.#maxEntries = limits.maxEntries;
    this.#maxBytes = limits.maxBytes;
  }

  get(name: string, sealed: string): string | null {
    const entry = this.#entries.get(sealed);
    return entry?.name === name ? entry.token : null;
  }

  set(name: string, sealed: string, token: string): void {
    // A copy: a slice would keep the whole Cookie header in memory.
    const key = Buffer.from(sealed, 'latin1').toString('latin1');
    this.#delete(key);
    this.#entries.set(key, { name, token });
    this.#bytes += sizeOf(key, token);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries && this.#bytes <= this.#maxBytes) break;
      this.#delete(oldest);
    }
  }

  #delete(sealed: string): void {
    const entry = this.#entries.get(sealed);
    if (!entry) return;
    this.#entries.delete(sealed);
    this.#bytes -= sizeOf(sealed, entry.token);
  }
}

const sizeOf = (sealed: string, token: string): number => sealed.length + token.length;
