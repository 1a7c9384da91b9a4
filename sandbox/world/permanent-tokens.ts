import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

/** Tokens of ready-made accounts, mails and pairing links. They work any number of times until they expire. */
export class PermanentTokens {
  readonly #clock: Clock;
  readonly #tokens = new Map<string, { readonly accountId: string; readonly expiresAt: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Registers a known token that never expires. */
  register(token: string, accountId: string): void {
    this.#tokens.set(token, { accountId, expiresAt: Number.POSITIVE_INFINITY });
  }

  issue(accountId: string, lifetimeSeconds: number): string {
    const token = `sandbox-permanent-${randomBytes(24).toString('base64url')}`;
    this.#tokens.set(token, { accountId, expiresAt: this.#clock.now() + lifetimeSeconds * 1000 });
    return token;
  }

  findOwner(token: string): string | null {
    const found = this.#tokens.get(token);
    return found && this.#clock.now() < found.expiresAt ? found.accountId : null;
  }
}
