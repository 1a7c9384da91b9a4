import { expect, test } from 'vitest';
import type { Session } from '../../../gateway/session/session-cookies.ts';
import { SessionTermination } from '../../../gateway/session/session-termination.ts';
import { context, nextPair, refreshed, shareOneRedis, startReplica } from './replicas.ts';

shareOneRedis();

async function startTermination() {
  const replica = await startReplica(() => refreshed(nextPair()));
  return { ...replica, termination: new SessionTermination(replica) };
}

/** A session that has only what its end looks at. */
const sessionOf = (parts: Partial<Session>) =>
  ({ access: null, refresh: null, unusableRefreshTokens: [], ...parts }) as Session;

test('the access token names a session without a refresh token', async () => {
  const { access } = nextPair();
  const { lineage, sent, termination } = await startTermination();
  await termination.end(sessionOf({ access }), context, null);
  await termination.settled();
  expect((await lineage.read(access)).ended).toBe(true);
  expect(sent).toEqual([]);
});

test('the refresh token alone names a session that has both', async () => {
  const pair = nextPair();
  const { lineage, sent, termination } = await startTermination();
  await termination.end(sessionOf(pair), context, null);
  await termination.settled();
  expect((await lineage.read(pair.refresh)).ended).toBe(true);
  expect((await lineage.read(pair.access)).ended).toBe(false);
  expect(sent).toEqual([pair.refresh]);
});

test('a token that the new session has, too, is neither ended nor spent', async () => {
  const { refresh } = nextPair();
  const { lineage, sent, termination } = await startTermination();
  await termination.end(sessionOf({ refresh }), context, refresh);
  await termination.settled();
  expect((await lineage.read(refresh)).ended).toBe(false);
  expect(sent).toEqual([]);
});

test('no revocation begins for a session that the extension has', async () => {
  const { refresh } = nextPair();
  const { lineage, revocations, sent, termination } = await startTermination();
  await lineage.recordHandOver(refresh);
  await termination.end(sessionOf({ refresh }), context, null);
  await termination.settled();
  expect([await revocations(), sent]).toEqual([[], []]);
});

test('an end past the lifetime that fails is reported with its trace, and the next one works', async () => {
  const [first, second] = [nextPair().refresh, nextPair().refresh];
  const { lineage, lines, sent, termination } = await startTermination();
  const claim = lineage.claimRevocation.bind(lineage);
  lineage.claimRevocation = async (token) => {
    if (token === first) throw new Error('A planted fault');
    return claim(token);
  };
  termination.endPastLifetime(sessionOf({ unusableRefreshTokens: [first, second] }), context);
  await termination.settled();
  expect(sent).toEqual([second]);
  const errors = lines.map((line) => JSON.parse(line)).filter(({ err }) => err !== undefined);
  expect(errors).toMatchObject([{ err: { message: 'A planted fault' }, traceId: 'trace' }]);
});
