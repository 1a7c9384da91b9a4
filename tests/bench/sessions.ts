/** Sessions that the benchmark's upstream gives out, can let expire all at once, and renews once for each refresh token. */
export class Sessions {
  #generation = 0;
  #signedIn = 0;
  readonly #serials = new Map<number, number>();
  #refreshes = 0;

  signIn(): string {
    this.#signedIn += 1;
    this.#serials.set(this.#signedIn, 0);
    return this.#pair(this.#signedIn);
  }

  /** A new pair, or null for a token that was spent or never given. */
  renew(body: string): string | null {
    this.#refreshes += 1;
    const [number, serial] = numbersIn(/session-refresh\.(\d+)\.(\d+)/, body);
    if (number === undefined || serial === undefined || this.#serials.get(number) !== serial) return null;
    this.#serials.set(number, serial + 1);
    return this.#pair(number);
  }

  /** Whether a request's head holds an access token of these that has expired. */
  isExpired(head: string): boolean {
    if (!head.includes('session-access.')) return false;
    const [, generation] = numbersIn(/session-access\.(\d+)\.(\d+)/, head);
    return generation !== this.#generation;
  }

  expireAll(): void {
    this.#generation += 1;
  }

  /** All that were asked for. */
  get refreshes(): number {
    return this.#refreshes;
  }

  #pair(number: number): string {
    return JSON.stringify({
      access_token: `session-access.${number}.${this.#generation}.${padding}`,
      refresh_token: `session-refresh.${number}.${this.#serials.get(number)}.${padding}`,
    });
  }
}

/** Tokens as long as real ones. */
const padding = 'abcdefghij'.repeat(30);

const numbersIn = (pattern: RegExp, text: string): number[] => pattern.exec(text)?.slice(1).map(Number) ?? [];
