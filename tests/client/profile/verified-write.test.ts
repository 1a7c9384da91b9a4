import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { prepareClient } from '../../support/render-client.ts';

/** The profile that the upstream returns; null while it is unreachable. */
let email: string | null = null;

beforeAll(async () => {
  await prepareClient();
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
async function loseAnswer(name: string, wanted: string) {
  const { RequestProblem } = await import('../../../client/src/api/request-problem.ts');
  const { runVerifiedWrite } = await import('../../../client/src/profile/verified-write.ts');
  const lost = () => Promise.reject(new RequestProblem(0, null, null, null));
  return await runVerifiedWrite(name, lost, (profile) => profile.email === wanted);
}

test('a write of which nobody knows stays unsettled until the profile can be asked', async () => {
  const { recheckWrite, isOutcomePending } = await import('../../../client/src/profile/verified-write.ts');
  expect(await loseAnswer('cancel a', 'after@example.com')).toEqual({ kind: 'unknown' });
  expect(isOutcomePending('cancel a')).toBe(true);
  expect(isOutcomePending('cancel b')).toBe(false);
  expect(await recheckWrite('cancel a')).toEqual({ kind: 'unknown' });
  expect(isOutcomePending('cancel a')).toBe(true);
  email = 'after@example.com';
  expect(await recheckWrite('cancel a')).toEqual({ kind: 'done' });
  expect(isOutcomePending('cancel a')).toBe(false);
});

test('a check says of each write what that write was to be known by', async () => {
  const { recheckWrite } = await import('../../../client/src/profile/verified-write.ts');
  await loseAnswer('cancel a', 'one@example.com');
  await loseAnswer('cancel b', 'other@example.com');
  email = 'other@example.com';
  expect(await recheckWrite('cancel a')).toEqual({ kind: 'failed', problem: null });
  expect(await recheckWrite('cancel b')).toEqual({ kind: 'done' });
});

test('a write that the profile tells of at once leaves nothing behind', async () => {
  const { isOutcomePending } = await import('../../../client/src/profile/verified-write.ts');
  email = 'after@example.com';
  expect(await loseAnswer('renew a', 'after@example.com')).toEqual({ kind: 'done' });
  expect(isOutcomePending('renew a')).toBe(false);
});
