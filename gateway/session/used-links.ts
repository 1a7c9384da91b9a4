import type { CoordinationStore } from './coordination-store.ts';
import { endedMs } from './refresh-lineage.ts';
import { hashToken } from './token-keys.ts';
import type { TokenPair } from './tokens.ts';

/**
 * How long a link works after its first use: browsers may send a request twice. No longer than an ended session is
 * remembered: 120 s.
 */
const linkMs = endedMs;
/** How long the first use of a link's pair is known. */
const linkUsedMs = 24 * 3_600_000;

/** Links with a pair of tokens that were opened or have signed in. Shared by all replicas. */
export class UsedLinks {
  readonly #store: CoordinationStore;

  constructor(store: CoordinationStore) {
    this.#store = store;
  }

  /**
   * Whether this pair first signed in by link over two minutes ago, or its access token signed in with a different
   * refresh token. Either way the link is refused: what became of the pair since then may no longer be known.
   */
  async isExpired({ access, refresh }: TokenPair): Promise<boolean> {
    const [usedAt, accessUsedAt] = await this.#store.get(`link:${hashToken(refresh)}`, `link:${hashToken(access)}`);
    return usedAt ? Date.now() - Number(usedAt) >= linkMs : Boolean(accessUsedAt);
  }

  /** Whether a link with this pair was opened in the last minutes, whatever came of it. */
  async wasOpenedRecently(refreshToken: string): Promise<boolean> {
    const [opened] = await this.#store.get(`opened-link:${hashToken(refreshToken)}`);
    return opened === yes;
  }

  /** Records that a link with this pair is opened, by a client of this network. */
  async recordOpened(refreshToken: string, network: string): Promise<void> {
    await this.#store.set(`opened-link:${hashToken(refreshToken)}`, yes, linkMs, network);
  }

  /** Records the first time that a link with this pair signed in. */
  async recordSignIn({ access, refresh }: TokenPair, network: string): Promise<void> {
    // The refresh token first: without it, the pair would look changed. Set even if this replica knows it already:
    // Redis may not have it yet.
    for (const key of [refresh, access].map((token) => `link:${hashToken(token)}`)) {
      const [usedAt] = await this.#store.get(key);
      await this.#store.set(key, usedAt || String(Date.now()), linkUsedMs, network);
    }
  }
}

const yes = '1';
