import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Session } from '../../../gateway/session/session-cookies.ts';
import { SessionTermination } from '../../../gateway/session/session-termination.ts';
import { hashToken } from '../../../gateway/session/token-keys.ts';
import { createGate } from '../../support/gate.ts';
import { heapBytes, megabyte } from '../../support/heap-bytes.ts';
import {
  context,
  contextOf,
  network,
  nextPair,
  redis,
  refreshed,
  refused,
  shareOneRedis,
  startReplica,
} from './replicas.ts';

shareOneRedis();

async function startTermination(respond: Parameters<typeof startReplica>[0] = () => refreshed(nextPair())) {
  const replica = await startReplica(respond);
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
  await lineage.recordHandOver(refresh, network);
  await termination.end(sessionOf({ refresh }), context, null);
  await termination.settled();
  expect([await revocations(), sent]).toEqual([[], []]);
});

test('an end that Redis forgets during the revocation is recorded again', async () => {
  const { refresh } = nextPair();
  const other = await startReplica(() => refused);
  const { sent, termination } = await startTermination(async () => {
    await redis.client.flushall();
    return refused;
  });
  await termination.end(sessionOf({ refresh }), context, null);
  await termination.settled();
  expect(sent).toEqual([refresh]);
  expect((await other.lineage.read(refresh)).ended).toBe(true);
});

test('a session that starts with the same token during the revocation has not ended', async () => {
  const { refresh } = nextPair();
  const { lineage, termination } = await startTermination(async () => {
    await lineage.recordStart(refresh, network);
    return refused;
  });
  await termination.end(sessionOf({ refresh }), context, null);
  await termination.settled();
  expect((await lineage.read(refresh)).ended).toBe(false);
});

/** Four cookies as long as they can be. */
const longTokens = () => Array.from({ length: 4 }, () => `${nextPair().refresh}-${randomBytes(1_400).toString('hex')}`);

/** A replica at which two networks have more sign-outs than can wait, while Redis does not respond. */
async function startFlooded() {
  const replica = await startTermination(() => refused);
  const gate = createGate();
  replica.redisCommands.beforeGet = gate.pass;
  const before = heapBytes();
  let answered = 0;
  const ends: Promise<unknown>[] = [];
  for (let count = 0; count < 2_000; count += 1) {
    const ending = contextOf({ network: `192.0.2.${count % 2}` });
    const end = replica.termination.end(sessionOf({ unusableRefreshTokens: longTokens() }), ending, null);
    const note = () => {
      answered += 1;
    };
    ends.push(end.then(note));
  }
  await new Promise(setImmediate);
  const bytes = heapBytes() - before;
  const settle = async () => {
    gate.open();
    await Promise.all(ends);
    await replica.termination.settled();
  };
  return { ...replica, answered, bytes, open: gate.open, settle };
}

test('the memory of sign-outs that wait for Redis is bounded, and beyond that this replica alone knows of their end', async () => {
  const { answered, bytes, lineage, redisCommands, revocations, settle, termination } = await startFlooded();
  expect(answered).toBeGreaterThan(1_200);
  // All of them have 22 MB of tokens.
  expect(bytes).toBeLessThan(12 * megabyte);
  const unusableRefreshTokens = longTokens();
  await termination.end(sessionOf({ unusableRefreshTokens }), contextOf({ network: '192.0.2.1' }), null);
  expect(await revocations()).toEqual([`dropped ${4 * answered + 4}`]);
  redisCommands.beforeGet = async () => undefined;
  for (const token of unusableRefreshTokens) expect((await lineage.read(token)).ended).toBe(true);
  await settle();
});

for (const { ends, network, kept } of [
  { ends: 'a sign-out of another network', network: '192.0.2.3', kept: null },
  { ends: 'a sign-in over a session', network: '192.0.2.1', kept: nextPair().refresh },
]) {
  test(`where no more sign-outs can wait, all replicas know what ${ends} ends`, async () => {
    const { open, revocations, settle, termination } = await startFlooded();
    const other = await startReplica(() => refused);
    const unusableRefreshTokens = longTokens();
    const dropped = await revocations();
    const ended = termination.end(sessionOf({ unusableRefreshTokens }), contextOf({ network }), kept);
    expect(await revocations()).toEqual(dropped);
    open();
    await ended;
    for (const token of unusableRefreshTokens) expect((await other.lineage.read(token)).ended).toBe(true);
    await settle();
  });
}

test('an end that only this replica knows ends the whole family of the token', async () => {
  const { lineage } = await startTermination();
  const [first, second] = [nextPair(), nextPair()];
  await lineage.recordRotation(first.refresh, second, network);
  lineage.recordEndHere(second.refresh, network);
  expect((await lineage.read(first.refresh)).ended).toBe(true);
});

test('of sign-outs of twenty networks, 16 run at once, and each takes one step at a time', async () => {
  const { lineage, redisCommands, termination } = await startTermination(() => refused);
  const ends = Array.from({ length: 320 }, (_, index) => ({
    unusableRefreshTokens: Array.from({ length: 4 }, () => nextPair().refresh),
    network: `192.0.2.${index % 20}`,
  }));
  await Promise.all(
    ends.map(({ unusableRefreshTokens, network }) =>
      termination.end(sessionOf({ unusableRefreshTokens }), contextOf({ network }), null),
    ),
  );
  await termination.settled();
  // As many revocations run in the background.
  expect(redisCommands.mostReading).toBeLessThanOrEqual(16 + 16);
  const tokens = ends.flatMap(({ unusableRefreshTokens }) => unusableRefreshTokens);
  for (const token of tokens) expect((await lineage.read(token)).ended).toBe(true);
});

test('an end past the lifetime that fails is reported with its trace, and the next one works', async () => {
  const [first, second] = [nextPair().refresh, nextPair().refresh];
  const { lines, redisCommands, sent, termination } = await startTermination();
  redisCommands.beforeClaim = async (key) => {
    if (key.endsWith(hashToken(first))) throw new Error('A planted fault');
  };
  termination.endPastLifetime(sessionOf({ unusableRefreshTokens: [first, second] }), context);
  await termination.settled();
  expect(sent).toEqual([second]);
  const errors = lines.map((line) => JSON.parse(line)).filter(({ err }) => err !== undefined);
  expect(errors).toMatchObject([{ err: { message: 'A planted fault' }, traceId: 'trace' }]);
});

test('ends that are over take no memory', async () => {
  const { refresh } = nextPair();
  const { termination } = await startTermination();
  const end = () => termination.end(sessionOf({ refresh }), context, refresh);
  await Promise.all(Array.from({ length: 100 }, end));
  const before = heapBytes();
  for (let round = 0; round < 200; round += 1) await Promise.all(Array.from({ length: 100 }, end));
  expect(heapBytes() - before).toBeLessThan(megabyte);
  await termination.settled();
});
