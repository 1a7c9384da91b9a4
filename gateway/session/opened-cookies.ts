// The plain version opens each sealed cookie on every request: `open(keys, name, sealed)`.
import { BoundedMap } from '../http/bounded-map.ts';
import { copyText } from '../http/copy-text.ts';

/** Each session takes two entries. */
const defaultLimits = { maxEntries: 5_000, maxBytes: 4 * 1024 * 1024 };

/**
 * The texts of sealed cookies, so that AES-GCM runs once per cookie and not once per request. Drops the oldest entries.
 */
export class OpenedCookies {
  readonly #entries: BoundedMap<{ readonly name: string; readonly text: string }>;

  constructor(limits = defaultLimits) {
    this.#entries = new BoundedMap(limits);
  }

  get(name: string, sealed: string): string | null {
    const entry = this.#entries.get(sealed);
    return entry?.name === name ? entry.text : null;
  }

  set(name: string, sealed: string, text: string): void {
    this.#entries.set(copyText(sealed), { name, text });
  }
}
