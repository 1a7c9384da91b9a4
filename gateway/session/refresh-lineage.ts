import { ConcurrencyLimit } from '../http/concurrency-limit.ts';
import type { CallContext } from '../upstream/request-headers.ts';
import type { CoordinationStore } from './coordination-store.ts';
import { open, seal } from './seal.ts';
import { hashToken, sealingKey } from './token-keys.ts';
import type { TokenPair, Tokens } from './tokens.ts';

/** How long a spent refresh token leads to its successor. decisions.md §3, Refresh */
const successorMs = 60_000;
/** How long an ended session sets and clears no cookies. */
export const endedMs = 120_000;
/** How long the tokens of one session are known as one family. Longer than both together, for late requests. */
const familyMs = 300_000;
/** How long it is known that the token of a session past its lifetime was revoked. */
const revokedMs = 3_600_000;
/**
 * More rotations than a session has in the minute for which successors are known. Each takes CPU time, and a client can
 * cause as many as it likes. Ends the loop, too, should the upstream repeat a token.
 */
const maxSteps = 8;

/**
 * Reads, rotations and starts for one network at once, and the bytes of those that wait. Each sends up to nine commands
 * to Redis, and whatever follows a burst of its responses runs in one turn of the event loop: a network that sends a
 * thousand late requests must not keep others waiting. There is room for one of each connection, with usual tokens.
 */
const limits = { running: [Number.POSITIVE_INFINITY, 16], waiting: [8 * 1024 * 1024, 4 * 1024 * 1024] } as const;
/** What one that waits takes beside its tokens. */
const objectBytes = 1_024;

/** The request that a read is for: when it came, in milliseconds since 1970, and the network of its client. */
type Reader = Partial<Pick<CallContext, 'receivedAt' | 'network'>>;

export interface LineageState {
  /**
   * The gateway has ended the session, or the upstream has refused it since the request was received: its tokens must
   * no longer be used, and the response must leave the browser's cookies alone, because they may be the next session's.
   */
  readonly ended: boolean;
  /** It ended here and goes on in the extension, which has its tokens now. */
  readonly isHandedOver: boolean;
  /** The newest pair that replaced the tokens; null when nothing did. */
  readonly successor: Tokens | null;
}

/**
 * Which tokens belong to one session, what replaced them, and whether the session has ended. Shared by all replicas.
 * Keys are hashes of tokens; a successor is encrypted with a key derived from the token that it replaced.
 */
export class RefreshLineage {
  readonly #store: CoordinationStore;
  readonly #limit = new ConcurrencyLimit(limits);

  constructor(store: CoordinationStore) {
    this.#store = store;
  }

  /**
   * Follows a token to the newest pair of its session, and says whether the session has ended.
   * @param token the refresh token, or the access token of a session without one; null for a session without tokens
   * @param reader without `receivedAt`, refusals do not count; without `network`, the read does not wait for a turn
   * @param kept another token that the caller keeps while it waits
   */
  read(
    token: string | null,
    { receivedAt = Number.POSITIVE_INFINITY, network }: Reader = {},
    kept: string | null = token,
  ): Promise<LineageState> {
    return this.#inTurn(() => this.#read(token, receivedAt), (token?.length ?? 0) + (kept?.length ?? 0), network);
  }

  #inTurn<T>(task: () => Promise<T>, tokenBytes: number, network: string | undefined): Promise<T> {
    const size = objectBytes + tokenBytes;
    return (network !== undefined && this.#limit.run(task, network, size)) || task();
  }

  async #read(token: string | null, receivedAt: number): Promise<LineageState> {
    let refresh = token;
    let successor: Tokens | null = null;
    let family: string | null = null;
    const tokenHashes: string[] = [];
    while (refresh !== null && tokenHashes.length < maxSteps) {
      const tokenHash = hashToken(refresh);
      const [knownFamily, sealed] = await this.#store.get(`family:${tokenHash}`, `next:${tokenHash}`);
      family ??= knownFamily ?? tokenHash;
      tokenHashes.push(tokenHash);
      const next = sealed ? openTokens(refresh, sealed) : null;
      if (!next) break;
      successor = next;
      if (next.refresh === refresh) break;
      refresh = next.refresh;
    }
    if (family === null) return { ended: false, isHandedOver: false, successor };
    const marked = [...new Set([family, ...tokenHashes])];
    const marks = await this.#store.get(...markKeys(marked));
    const marksOf = (index: number) => marks.slice(index * marked.length, (index + 1) * marked.length);
    const isHandedOver = marksOf(1).includes(yes);
    const isRefused = marksOf(2).some((mark) => Number(mark) >= receivedAt);
    const ended = isHandedOver || marksOf(0).includes(yes) || isRefused;
    return { ended, isHandedOver, successor };
  }

  /** The newest refresh token known of this one's session. */
  async newestRefreshToken(refreshToken: string): Promise<string> {
    return (await this.read(refreshToken)).successor?.refresh ?? refreshToken;
  }

  /**
   * Records that a refresh brought `tokens`. The family comes first: readers of the new pair need it. That the token is
   * spent comes last: a spent token without a successor would count as an old one. An upstream may keep the refresh
   * token, which then is not spent.
   * @param network of the client: with many refreshes it waits for its turns
   */
  recordRotation(refreshToken: string, tokens: TokenPair, network: string): Promise<void> {
    return this.#inTurn(() => this.#recordRotation(refreshToken, tokens, network), 2 * refreshToken.length, network);
  }

  async #recordRotation(refreshToken: string, tokens: TokenPair, network: string): Promise<void> {
    const tokenHash = hashToken(refreshToken);
    const family = await this.#familyOf(tokenHash);
    for (const member of new Set([tokenHash, hashToken(tokens.refresh)])) {
      await this.#store.set(`family:${member}`, family, familyMs, network);
    }
    await this.#store.set(
      `next:${tokenHash}`,
      seal(sealingKey(refreshToken), 'next', JSON.stringify(tokens)),
      successorMs,
      network,
    );
    if (tokens.refresh !== refreshToken) await this.#store.set(`spent:${tokenHash}`, yes, familyMs, network);
  }

  /** Records that a token was spent, and its new pair discarded, because its session had ended. */
  async recordSpent(refreshToken: string, network: string): Promise<void> {
    await this.#store.set(`spent:${hashToken(refreshToken)}`, yes, familyMs, network);
  }

  /** Whether the token was spent in the last minutes. Its sender is late, or has stolen it. */
  async wasSpent(refreshToken: string): Promise<boolean> {
    const [spent] = await this.#store.get(`spent:${hashToken(refreshToken)}`);
    return spent === yes;
  }

  /** True once for each session past its lifetime: that caller revokes its token. */
  claimRevocation(refreshToken: string, network: string): Promise<boolean> {
    return this.#store.claim(`revoked:${hashToken(refreshToken)}`, revokedMs, network);
  }

  /**
   * Records the end of the session of this token, its predecessors and successors. Renews the family record, so that it
   * expires after the end does.
   */
  async recordEnd(refreshToken: string, network: string): Promise<void> {
    await this.#mark('ended', refreshToken, yes, network);
  }

  /** The same at once, for this replica only. */
  recordEndHere(token: string, network: string): void {
    for (const each of this.#ownNamesOf(token)) this.#store.setOwn(`ended:${each}`, yes, endedMs, network);
  }

  /**
   * Runs the task. Until it is done, this replica does not forget that the session of this token has ended, however
   * many others end: thousands of networks may end sessions that do not exist.
   */
  keepEnd<T>(token: string | null, task: () => Promise<T>): Promise<T> {
    return token === null ? task() : this.#store.keepWhile(markKeys(this.#ownNamesOf(token)), task);
  }

  /** The token and its family, as this replica knows it. */
  #ownNamesOf(token: string): readonly string[] {
    const tokenHash = hashToken(token);
    return [...new Set([this.#store.getOwn(`family:${tokenHash}`) ?? tokenHash, tokenHash])];
  }

  /** Records that the session goes on in the extension. Has a key of its own, which a sign-out does not overwrite. */
  async recordHandOver(refreshToken: string, network: string): Promise<void> {
    await this.#mark('handed-over', refreshToken, yes, network);
  }

  /** Records that the upstream refused this token: for requests received before, the session has ended. */
  async recordRefusal(token: string, network: string): Promise<void> {
    await this.#mark('refused', token, String(Date.now()), network);
  }

  async #mark(kind: Mark, token: string, value: string, network: string): Promise<void> {
    const tokenHash = hashToken(token);
    const family = await this.#familyOf(tokenHash);
    await Promise.all([
      // A token without a family is its own. Invented tokens must not evict families that exist.
      ...(family === tokenHash ? [] : [this.#store.set(`family:${tokenHash}`, family, familyMs, network)]),
      ...[...new Set([family, tokenHash])].map((each) => this.#store.set(`${kind}:${each}`, value, endedMs, network)),
    ]);
  }

  /**
   * Records the start of a session with a token that a sign-in returned, even if an upstream issues the same token
   * again. Overwrites earlier records instead of deleting them: other replicas keep copies.
   * @param network of the client: with many sign-ins it waits for its turns
   */
  async recordStart(refreshToken: string, network: string): Promise<void> {
    await this.#inTurn(() => this.#recordStart(refreshToken, network), 2 * refreshToken.length, network);
  }

  async #recordStart(refreshToken: string, network: string): Promise<void> {
    const tokenHash = hashToken(refreshToken);
    await Promise.all([
      this.#store.set(`family:${tokenHash}`, tokenHash, familyMs, network),
      this.#store.set(`spent:${tokenHash}`, no, familyMs, network),
      this.#store.set(`next:${tokenHash}`, no, successorMs, network),
      this.#store.set(`ended:${tokenHash}`, no, endedMs, network),
      this.#store.set(`handed-over:${tokenHash}`, no, endedMs, network),
      this.#store.set(`refused:${tokenHash}`, no, endedMs, network),
    ]);
  }

  async #familyOf(tokenHash: string): Promise<string> {
    const [family] = await this.#store.get(`family:${tokenHash}`);
    return family ?? tokenHash;
  }
}

/** What is recorded of a session that no longer goes on here. */
const marks = ['ended', 'handed-over', 'refused'] as const;
type Mark = (typeof marks)[number];

const markKeys = (names: readonly string[]): readonly string[] =>
  marks.flatMap((mark) => names.map((name) => `${mark}:${name}`));

const yes = '1';
const no = '';

function openTokens(refresh: string, sealed: string): Tokens | null {
  const text = open([sealingKey(refresh)], 'next', sealed);
  return text === null ? null : (JSON.parse(text) as Tokens);
}
