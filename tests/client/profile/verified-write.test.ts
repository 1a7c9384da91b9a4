import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { RequestProblem } from '../../../client/src/api/request-problem.ts';
import {
  isOutcomePending,
  isOutcomeUnknown,
  recheckWrite,
  runVerifiedWrite,
} from '../../../client/src/profile/verified-write.ts';
import { beginSession } from '../../../client/src/session/session.ts';
import { createGate } from '../../support/gate.ts';

/** The profile that the upstream returns; null while it is unreachable. */
let email: string | null = null;

beforeAll(() => {
  // Offline, reads do not retry.
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('fetch', async () => {
    if (email === null) throw new TypeError('no network');
    return Response.json({ profile: { email } });
  });
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  email = null;
});

/** A write whose response is lost; it was applied if the profile says `wanted`. */
async function loseResponse(name: string, wanted: string) {
  const lost = () => Promise.reject(new RequestProblem(0, null, null, null));
  return await runVerifiedWrite(name, lost, (profile) => profile.email === wanted);
}

test('a write with a lost response stays unknown until the profile can be read', async () => {
  expect(await loseResponse('cancel a', 'after@example.com')).toEqual({ kind: 'unknown' });
  expect(isOutcomePending('cancel a')).toBe(true);
  expect(isOutcomePending('cancel b')).toBe(false);
  expect(await recheckWrite('cancel a')).toEqual({ kind: 'unknown' });
  expect(isOutcomePending('cancel a')).toBe(true);
  email = 'after@example.com';
  expect(await recheckWrite('cancel a')).toEqual({ kind: 'done' });
  expect(isOutcomePending('cancel a')).toBe(false);
});

test('a recheck uses the condition of its own write', async () => {
  await loseResponse('cancel a', 'one@example.com');
  await loseResponse('cancel b', 'other@example.com');
  email = 'other@example.com';
  expect(await recheckWrite('cancel a')).toEqual({ kind: 'failed', problem: null });
  expect(await recheckWrite('cancel b')).toEqual({ kind: 'done' });
});

test('a write that the profile confirms at once is not pending', async () => {
  email = 'after@example.com';
  expect(await loseResponse('renew a', 'after@example.com')).toEqual({ kind: 'done' });
  expect(isOutcomePending('renew a')).toBe(false);
});

test('a write is pending while it runs, and no longer after any response', async () => {
  await runVerifiedWrite(
    'renew b',
    async () => {
      await Promise.resolve();
      expect(isOutcomePending('renew b')).toBe(true);
    },
    () => true,
  );
  expect(isOutcomePending('renew b')).toBe(false);
  const refused = new RequestProblem(400, null, null, null);
  const outcome = await runVerifiedWrite(
    'renew b',
    () => Promise.reject(refused),
    () => true,
  );
  expect(outcome).toEqual({ kind: 'failed', problem: refused });
  expect(isOutcomePending('renew b')).toBe(false);
});

test('a recheck waits for the response to a write that is still running', async () => {
  email = 'before@example.com';
  const response = createGate();
  const wasApplied = (profile: { email?: string }) => profile.email === 'after@example.com';
  const first = runVerifiedWrite('renew d', response.pass, wasApplied);
  const recheck = recheckWrite('renew d');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isOutcomePending('renew d')).toBe(true);
  email = 'after@example.com';
  response.open();
  expect(await Promise.all([first, recheck])).toEqual([{ kind: 'done' }, { kind: 'done' }]);
});

test('a recheck that begins after the response knows what the write was to change', async () => {
  const wasApplied = (profile: { email?: string }) => profile.email === 'after@example.com';
  await runVerifiedWrite('renew e', async () => undefined, wasApplied);
  email = 'after@example.com';
  expect(await recheckWrite('renew e')).toEqual({ kind: 'done' });
  email = 'before@example.com';
  expect(await recheckWrite('renew e')).toEqual({ kind: 'failed', problem: null });
});

test('a recheck that ends in the next account’s session decides nothing', async () => {
  await loseResponse('renew f', 'after@example.com');
  email = 'after@example.com';
  const recheck = recheckWrite('renew f');
  beginSession();
  expect(await recheck).toEqual({ kind: 'unknown' });
  expect(isOutcomePending('renew f')).toBe(true);
});

test('the profile of the next account does not decide about a write', async () => {
  email = 'next@example.com';
  const outcome = await runVerifiedWrite(
    'renew c',
    async () => {
      beginSession();
      throw new RequestProblem(0, null, null, null);
    },
    (profile) => profile.email === email,
  );
  expect(outcome).toEqual({ kind: 'unknown' });
  expect(isOutcomePending('renew c')).toBe(true);
});

test.each([
  [0, true],
  [400, false],
  [404, false],
  [408, true],
  [409, false],
  [429, false],
  [500, false],
  [502, true],
  [503, true],
  [504, true],
])('after status %s the outcome of a write is unknown: %s', (status, expected) => {
  expect(isOutcomeUnknown(new RequestProblem(status, null, null, null))).toBe(expected);
});
