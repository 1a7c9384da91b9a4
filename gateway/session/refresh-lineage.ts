import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { SharedMemory } from './coordination-store.ts';
import { open, seal } from './seal.ts';
import type { HeldTokens, Tokens } from './tokens.ts';

/** How long a spent refresh token leads to what replaced it. decisions.md §3 */
const journalMs = 60_000;
/** How long nothing of an ended session sets or clears a cookie. */
const endedMs = 120_000;
/** How long it is known which tokens are one session: longer than both together, for late requests of an ended one. */
const familyMs = 300_000;
/** More rotations than a minute can hold; a bound, so that a mistake of the upstream's cannot make a circle. */
const maxSteps = 32;

export interface Standing {
  /** The session was signed out, deleted or replaced: nothing may come of its tokens any more. */
  readonly ended: boolean;
  /** What replaced the tokens, over several steps; the tokens themselves when nothing did. */
  readonly newest: HeldTokens;
}

/**
 * What became of refresh tokens, known to all replicas. Keys are hashes of tokens; what a token led to is sealed with a
 * key that only the token itself gives.
 */
export class Journal {
  readonly #memory: SharedMemory;

  constructor(memory: SharedMemory) {
    this.#memory = memory;
  }

  async look(held: HeldTokens): Promise<Standing> {
    let newest = held;
    const names: string[] = [];
    let family: string | null = null;
    for (let step = 0; step < maxSteps && newest.refresh !== null; step += 1) {
      const name = hashToken(newest.refresh);
      const [knownFamily, sealed] = await this.#memory.get(familyKey(name), nextKey(name));
      family ??= knownFamily ?? name;
      names.push(name);
      const next = sealed ? openTokens(newest.refresh, sealed) : null;
      if (!next) break;
      const kept = next.refresh === newest.refresh;
      newest = next;
      if (kept) break;
    }
    if (family === null) return { ended: false, newest };
    const ends = await this.#memory.get(...new Set([family, ...names].map(endedKey)));
    return { ended: ends.includes(yes), newest };
  }

  /** Writes down what replaced a token. The families come first: a reader of the new pair must know whose it is. */
  async replace(refresh: string, tokens: Tokens): Promise<void> {
    const name = hashToken(refresh);
    const family = await this.#family(name);
    const names = tokens.refresh === null ? [name] : [name, hashToken(tokens.refresh)];
    for (const member of names) await this.#memory.set(familyKey(member), family, familyMs);
    await this.#memory.set(spentKey(name), yes, familyMs);
    await this.#memory.set(nextKey(name), seal(sealingKey(refresh), 'next', JSON.stringify(tokens)), journalMs);
  }

  /** Whether the token was replaced in the last minutes: who still sends it is late, or has stolen it. */
  async wasSpent(refresh: string): Promise<boolean> {
    const [spent] = await this.#memory.get(spentKey(hashToken(refresh)));
    return spent === yes;
  }

  /**
   * The session of this token is over, and with it that of its predecessors and successors. Which tokens are one session may
   * have been known for minutes: it is told anew, so that it does not end before this does.
   */
  async end(refresh: string): Promise<void> {
    const name = hashToken(refresh);
    const family = await this.#family(name);
    await Promise.all([
      this.#memory.set(familyKey(name), family, familyMs),
      ...[...new Set([family, name])].map((each) => this.#memory.set(endedKey(each), yes, endedMs)),
    ]);
  }

  /**
   * A token that was just issued by a sign-in is a new session, even if an upstream gives out the same one again. What was
   * said of it is contradicted and not removed: another replica would go by what it remembers itself.
   */
  async begin(refresh: string): Promise<void> {
    const name = hashToken(refresh);
    await Promise.all([
      this.#memory.set(familyKey(name), name, familyMs),
      this.#memory.set(spentKey(name), no, familyMs),
      this.#memory.set(nextKey(name), no, journalMs),
      this.#memory.set(endedKey(name), no, endedMs),
    ]);
  }

  async #family(name: string): Promise<string> {
    const [family] = await this.#memory.get(familyKey(name));
    return family ?? name;
  }
}

const yes = '1';
const no = '';

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The key that seals what a token led to: whoever has it had the token. */
export const sealingKey = (token: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', token, '', 'skerry journal', 32)));

const familyKey = (name: string): string => `family:${name}`;
const spentKey = (name: string): string => `spent:${name}`;
const nextKey = (name: string): string => `next:${name}`;
const endedKey = (family: string): string => `ended:${family}`;

function openTokens(refresh: string, sealed: string): Tokens | null {
  const text = open([sealingKey(refresh)], 'next', sealed);
  return text === null ? null : (JSON.parse(text) as Tokens);
}
