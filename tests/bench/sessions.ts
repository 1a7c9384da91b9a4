/** Sessions of the benchmark's upstream. All can expire at once; each refresh token works once. */
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

  /** A new pair, or null for a spent or unknown token. */
  renew(body: string): string | null {
    this.#refreshes += 1;
    const [number, serial] = numbersIn(/session-refresh\.(\d+)\.(\d+)/, body);
    if (number === undefined || serial === undefined || this.#serials.get(number) !== serial) return null;
    this.#serials.set(number, serial + 1);
    return this.#pair(number);
  }

  /** Whether a request's head contains an expired access token of these sessions. */
  isExpired(head: string): boolean {
    if (!head.includes('session-access.')) return false;
    const [, generation] = numbersIn(/session-access\.(\d+)\.(\d+)/, head);
    return generation !== this.#generation;
  }

  expireAll(): void {
    this.#generation += 1;
  }

  /** Number of refresh requests, including refused ones. */
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
