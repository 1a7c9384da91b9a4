/** One change of the gateway's source that breaks a promise. */
export interface PlantedFault {
  readonly name: string;
  /** Below `gateway/`. */
  readonly file: string;
  readonly original: string;
  readonly replacement: string;
  /** The promise that it breaks. */
  readonly violates: string;
}

const oneRefresh = 'One refresh per token';
const noLoss = 'No session is lost without a refusal';
const keepsOwn = 'No session is lost';
const noOthersPair = 'No pair of another session';
const noCookieAfterEnd = 'No cookie after the end of a session';
const termination = 'Everything terminates';
const spends = 'A sign-out spends the refresh token';
const handedOver = 'Nothing spends a pair that was handed over';
const keepsSession = 'A link replaces no session';
const linkEnds = 'A link does not sign in after two minutes';
const linkSignsIn = 'A link signs in for two minutes';

const coordinator = 'session/refresh-coordinator.ts';
const lineage = 'session/refresh-lineage.ts';
const signInByUrl = 'routes/sign-in-by-url.ts';

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'the lease of another replica is ignored',
    file: coordinator,
    original: 'if (owner === attempt) return { attempt, peer };',
    replacement: 'return { attempt, peer };',
    violates: oneRefresh,
  },
  {
    name: 'a lease is not extended',
    file: coordinator,
    original: 'setInterval(() => void store.extendLease(key, attempt, leaseMs), extendEveryMs)',
    replacement: 'setInterval(() => undefined, extendEveryMs)',
    violates: oneRefresh,
  },
  {
    name: 'the lineage is not read again under the lease',
    file: coordinator,
    original: `if (newer) return this.#count({ kind: 'refreshed', tokens: newer }, 'late');
      const peerOutcome`,
    replacement: 'const peerOutcome',
    violates: oneRefresh,
  },
  {
    name: 'the lease is released before the rotation is recorded',
    file: coordinator,
    original: 'await lineage.recordRotation(',
    replacement: 'void lineage.recordRotation(',
    violates: oneRefresh,
  },
  {
    name: 'a failed store is ignored when the upstream refuses',
    file: coordinator,
    original: "if (mayBeSpent()) return { kind: 'failed', cause: 'token may be spent' };",
    replacement: '',
    violates: noLoss,
  },
  {
    name: 'a store error is swallowed',
    file: 'session/coordination-store.ts',
    original: 'return this.#redis?.hasFailedSince(time) ?? false;',
    replacement: 'return false;',
    violates: noLoss,
  },
  {
    name: 'the family of a rotated token is not recorded',
    file: lineage,
    original: `await this.#store.set(\`family:\${member}\`, family, familyMs, network);`,
    replacement: '',
    violates: oneRefresh,
  },
  {
    name: 'the end of a session is not read again before cookies are set',
    file: 'session/call-upstream.ts',
    original: 'if (held.ended || ended) throw endedMeanwhile();\n  state.setCookies',
    replacement: 'state.setCookies',
    violates: noCookieAfterEnd,
  },
  {
    name: 'the end of a session is not read when its refresh is refused',
    file: coordinator,
    original: "outcome.kind === 'refused' && (await this.#options.lineage.read(refreshToken)).ended",
    replacement: 'false',
    violates: noCookieAfterEnd,
  },
  {
    name: 'a sign-out responds before the end is recorded',
    file: 'session/session-termination.ts',
    original: 'await lineage.recordEnd(refreshToken, context.network);\n    // Spending',
    replacement: 'void lineage.recordEnd(refreshToken, context.network);\n    // Spending',
    violates: noCookieAfterEnd,
  },
  {
    name: 'a request joins the refresh of another session',
    file: coordinator,
    original: 'const running = this.#running.get(tokenHash);',
    replacement: `const [other] = this.#running.values();
    if (other && (await other).kind === 'refreshed') return other;
    const running = this.#running.get(tokenHash);`,
    violates: noOthersPair,
  },
  {
    name: 'the browser does not get the pair that a refresh has returned',
    file: 'session/call-upstream.ts',
    original: 'state.setCookies.push(...sessions.cookies',
    replacement: '[...state.setCookies].push(...sessions.cookies',
    violates: keepsOwn,
  },
  {
    name: 'a server error counts as a refusal',
    file: 'session/token-refresher.ts',
    original: "if (status >= 500) return { kind: 'failed', cause: 'upstream 5xx' };",
    replacement: "if (status >= 500) return { kind: 'refused', body: '{}' };",
    violates: noLoss,
  },
  {
    name: 'a refreshed pair becomes a new session',
    file: 'session/call-upstream.ts',
    original: 'identity ?? createIdentity()',
    replacement: 'createIdentity()',
    violates: noOthersPair,
  },
  {
    name: 'a spent token is not recorded when its session has ended',
    file: coordinator,
    original: "if (result.kind === 'refreshed') await lineage.recordSpent(rejected.refresh, network);",
    replacement: '',
    violates: oneRefresh,
  },
  {
    name: 'a revocation does not wait for the lease',
    file: coordinator,
    original: 'const outcome = await this.#underLease(tokenHash, async (): Promise<RevocationOutcome> => {',
    replacement: `if ((await this.#options.store.get(leaseKey(tokenHash)))[0]) return 'timed out';
      const outcome = await this.#underLease(tokenHash, async (): Promise<RevocationOutcome> => {`,
    violates: spends,
  },
  {
    name: 'a sign-out spends a pair that was handed over meanwhile',
    file: coordinator,
    original: "if (isHandedOver) return 'handed over';",
    replacement: '',
    violates: handedOver,
  },
  {
    name: 'a hand-over is not recorded',
    file: coordinator,
    original:
      'for (const token of new Set([pair.refresh, browserToken])) await lineage.recordHandOver(token, network);',
    replacement: '',
    violates: handedOver,
  },
  {
    name: 'a refresh goes on extending its lease',
    file: coordinator,
    original: 'clearInterval(extending);',
    replacement: '',
    violates: termination,
  },
  {
    name: 'a link replaces a session',
    file: signInByUrl,
    original: 'const mayStart = credentials !== null && !signedIn && isTopLevel;',
    replacement: 'const mayStart = credentials !== null && isTopLevel;',
    violates: keepsSession,
  },
  {
    name: 'the first use of a link is not read',
    file: signInByUrl,
    original: 'if (ended || (await links.isExpired(pair))) return',
    replacement: 'if (ended) return',
    violates: linkEnds,
  },
  {
    name: 'the end of a session is not read again before a link signs in',
    file: signInByUrl,
    original: "return (await readLineage()).ended ? 'refused' : proof;",
    replacement: 'return proof;',
    violates: noCookieAfterEnd,
  },
  {
    name: 'the end of a session is read before the use of its link is recorded',
    file: signInByUrl,
    original: 'await links.recordSignIn(pair, network);',
    replacement: `const { ended: endedBefore } = await lineage.read(pair.refresh);
  await links.recordSignIn(pair, network);
  if (!endedBefore) return proof;`,
    violates: noCookieAfterEnd,
  },
  {
    name: 'whether a pair was spent is read after its successor',
    file: signInByUrl,
    original: 'if (successor === null && wasSpent) return',
    replacement: 'if (successor === null && (await lineage.wasSpent(pair.refresh))) return',
    violates: linkSignsIn,
  },
  {
    name: 'that a link was opened is not recorded',
    file: signInByUrl,
    original: 'if (successor === null) await links.recordOpened(pair.refresh, network);',
    replacement: '',
    violates: linkSignsIn,
  },
];
