import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { CoordinationStore } from './coordination-store.ts';
import { open, seal } from './seal.ts';
import type { HeldTokens, Tokens } from './tokens.ts';

/** How long a rotated refresh token leads to its successor. decisions.md §3 */
const successorMs = 60_000;
/** How long an ended session sets and clears no cookies. */
const endedMs = 120_000;
/** How long the tokens of one session are known as one family. Longer than both together, for late requests. */
const familyMs = 300_000;
/** How long it is known that the token of an expired session was revoked. */
const revokedMs = 3_600_000;
/** More rotations than a minute can hold. Prevents an endless loop should the upstream repeat a token. */
const maxSteps = 32;

export interface LineageState {
  /** The session was signed out, deleted or replaced: its tokens must no longer be used. */
  readonly ended: boolean;
  /** The newest pair that replaced the tokens; null when nothing did. */
  readonly successor: Tokens | null;
}

/**
 * The rotations of refresh tokens, shared by all replicas. Keys are hashes of tokens; a successor is encrypted with a key
 * derived from the token that it replaced.
 */
export class RefreshLineage {
  readonly #store: CoordinationStore;

  constructor(store: CoordinationStore) {
    this.#store = store;
  }

  async resolve(held: HeldTokens): Promise<LineageState> {
    let { refresh } = held;
    let successor: Tokens | null = null;
    let family: string | null = null;
    const names: string[] = [];
    while (refresh !== null && names.length < maxSteps) {
      const name = hashToken(refresh);
      const [knownFamily, sealed] = await this.#store.get(familyKey(name), nextKey(name));
      family ??= knownFamily ?? name;
      names.push(name);
      const next = sealed ? openTokens(refresh, sealed) : null;
      if (!next) break;
      successor = next;
      if (next.refresh === refresh) break;
      refresh = next.refresh;
    }
    if (family === null) return { ended: false, successor };
    const ends = await this.#store.get(...new Set([family, ...names].map(endedKey)));
    return { ended: ends.includes(yes), successor };
  }

  /** Records that `tokens` replaced a token. The family comes first: readers of the new pair need it. */
  async recordRotation(refresh: string, tokens: Tokens): Promise<void> {
    const name = hashToken(refresh);
    const family = await this.#familyOf(name);
    const names = tokens.refresh === null ? [name] : [name, hashToken(tokens.refresh)];
    for (const member of names) await this.#store.set(familyKey(member), family, familyMs);
    await this.#store.set(spentKey(name), yes, familyMs);
    await this.#store.set(nextKey(name), seal(sealingKey(refresh), 'next', JSON.stringify(tokens)), successorMs);
  }

  /** Whether the token was rotated in the last minutes. Its sender is late, or has stolen it. */
  async wasRotated(refresh: string): Promise<boolean> {
    const [spent] = await this.#store.get(spentKey(hashToken(refresh)));
    return spent === yes;
  }

  /** Whether the caller is the one that revokes the token of an expired session. */
  claimRevocation(refresh: string): Promise<boolean> {
    return this.#store.claim(revokedKey(hashToken(refresh)), revokedMs);
  }

  /** Ends the session of this token, its predecessors and successors. Renews the family, so that it outlives the end. */
  async endSession(refresh: string): Promise<void> {
    const name = hashToken(refresh);
    const family = await this.#familyOf(name);
    await Promise.all([
      // A token without a family is its own. Invented tokens must not evict families that exist.
      ...(family === name ? [] : [this.#store.set(familyKey(name), family, familyMs)]),
      ...[...new Set([family, name])].map((each) => this.#store.set(endedKey(each), yes, endedMs)),
    ]);
  }

  /**
   * Starts a session with a token that a sign-in returned, even if an upstream issues the same token again. Overwrites earlier
   * records instead of deleting them: other replicas keep copies.
   */
  async startSession(refresh: string): Promise<void> {
    const name = hashToken(refresh);
    await Promise.all([
      this.#store.set(familyKey(name), name, familyMs),
      this.#store.set(spentKey(name), no, familyMs),
      this.#store.set(nextKey(name), no, successorMs),
      this.#store.set(endedKey(name), no, endedMs),
    ]);
  }

  async #familyOf(name: string): Promise<string> {
    const [family] = await this.#store.get(familyKey(name));
    return family ?? name;
  }
}

const yes = '1';
const no = '';

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Derived from the token, so that only its holder can decrypt. */
export const sealingKey = (token: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', token, '', 'skerry journal', 32)));

const familyKey = (name: string): string => `family:${name}`;
const spentKey = (name: string): string => `spent:${name}`;
const nextKey = (name: string): string => `next:${name}`;
const revokedKey = (name: string): string => `revoked:${name}`;
const endedKey = (family: string): string => `ended:${family}`;

function openTokens(refresh: string, sealed: string): Tokens | null {
  const text = open([sealingKey(refresh)], 'next', sealed);
  return text === null ? null : (JSON.parse(text) as Tokens);
}
