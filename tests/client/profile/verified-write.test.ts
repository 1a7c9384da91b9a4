import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Profile } from '#shared/profile.ts';
import { RequestProblem } from '../../../client/src/api/request-problem.ts';
import { isOutcomePending, recheckWrite, runVerifiedWrite } from '../../../client/src/profile/verified-write.ts';
import { beginSession } from '../../../client/src/session/session.ts';
import { createGate } from '../../support/gate.ts';
import { stubUpstream, upstreamProfile } from './upstream-profile.ts';

stubUpstream();

/** The condition of the page that asks: a write that it has sent itself has its own. */
const never = () => false;

/** A write whose response is lost; it was applied if the profile says `wanted`. */
async function loseResponse(name: string, wanted: string) {
  const lost = () => Promise.reject(new RequestProblem(0, null, null, null));
  return await runVerifiedWrite(name, lost, (profile) => profile.email === wanted);
}

test('a write with a lost response stays unknown until the profile can be read', async () => {
  expect(await loseResponse('cancel a', 'after@example.com')).toEqual({ kind: 'unknown' });
  expect(isOutcomePending('cancel a')).toBe(true);
  expect(isOutcomePending('cancel b')).toBe(false);
  expect(await recheckWrite('cancel a', never)).toEqual({ kind: 'unknown' });
  expect(isOutcomePending('cancel a')).toBe(true);
  upstreamProfile.email = 'after@example.com';
  expect(await recheckWrite('cancel a', never)).toEqual({ kind: 'done' });
  expect(isOutcomePending('cancel a')).toBe(false);
});

test('a recheck uses the condition of its own write', async () => {
  await loseResponse('cancel a', 'one@example.com');
  await loseResponse('cancel b', 'other@example.com');
  upstreamProfile.email = 'other@example.com';
  expect(await recheckWrite('cancel a', never)).toEqual({ kind: 'unknown' });
  expect(await recheckWrite('cancel b', never)).toEqual({ kind: 'done' });
});

test('a refused write has failed, whatever the profile shows, unless it says what shows that it was done before', async () => {
  upstreamProfile.email = 'after@example.com';
  const refused = new RequestProblem(400, { code: 3, message: 'card declined' }, 'trace', null);
  const outcome = await runVerifiedWrite(
    'change a',
    () => Promise.reject(refused),
    () => true,
  );
  expect(outcome).toEqual({ kind: 'failed', problem: refused });
});

describe('a write that failed, and that the profile does not show', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    upstreamProfile.email = 'before@example.com';
    return () => vi.useRealTimers();
  });
  const fail = (status: number, options = {}) => {
    const problem = new RequestProblem(status, null, null, null);
    const outcome = runVerifiedWrite('renew g', () => Promise.reject(problem), never, options);
    return { problem, outcome };
  };

  test.each([0, 408, 502, 503, 504])('is unknown for 30 s after status %s: it may still come', async (status) => {
    expect(await fail(status).outcome).toEqual({ kind: 'unknown' });
    vi.setSystemTime(Date.now() + 29_999);
    expect(await recheckWrite('renew g', never)).toEqual({ kind: 'unknown' });
    vi.setSystemTime(Date.now() + 1);
    expect(isOutcomePending('renew g')).toBe(true);
    expect(await recheckWrite('renew g', never)).toEqual({ kind: 'failed', problem: null });
    expect(isOutcomePending('renew g')).toBe(false);
  });

  test('is unknown for 30 s after its response was lost, however long that took', async () => {
    const response = createGate();
    const lost = async () => {
      await response.pass();
      throw new RequestProblem(0, null, null, null);
    };
    const sent = runVerifiedWrite('renew h', lost, never, { acrossPages: true });
    vi.setSystemTime(Date.now() + 30_000);
    response.open();
    expect(await sent).toEqual({ kind: 'unknown' });
    vi.setSystemTime(Date.now() + 29_999);
    expect(await recheckWrite('renew h', never)).toEqual({ kind: 'unknown' });
  });

  test('has failed if nothing was sent', async () => {
    const problem = new RequestProblem(0, null, null, null, true);
    const write = () => Promise.reject(problem);
    expect(await runVerifiedWrite('renew g', write, never)).toEqual({ kind: 'failed', problem });
    expect(isOutcomePending('renew g')).toBe(false);
  });

  test('has failed if it was to change nothing', async () => {
    const { problem, outcome } = fail(504, { changesNothing: true });
    expect(await outcome).toEqual({ kind: 'failed', problem });
    expect(isOutcomePending('renew g')).toBe(false);
  });
});

test('a write that the profile confirms at once is not pending', async () => {
  upstreamProfile.email = 'after@example.com';
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
  const refused = new RequestProblem(400, null, 'trace', null);
  const outcome = await runVerifiedWrite(
    'renew b',
    () => Promise.reject(refused),
    () => true,
  );
  expect(outcome).toEqual({ kind: 'failed', problem: refused });
  expect(isOutcomePending('renew b')).toBe(false);
});

test('a recheck waits for the response to a write that is still running', async () => {
  upstreamProfile.email = 'before@example.com';
  const response = createGate();
  const wasApplied = (profile: { email?: string }) => profile.email === 'after@example.com';
  const first = runVerifiedWrite('renew d', response.pass, wasApplied);
  const recheck = recheckWrite('renew d', never);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isOutcomePending('renew d')).toBe(true);
  upstreamProfile.email = 'after@example.com';
  response.open();
  expect(await Promise.all([first, recheck])).toEqual([{ kind: 'done' }, { kind: 'done' }]);
});

test('a recheck that begins after the response knows what the write was to change', async () => {
  const wasApplied = (profile: { email?: string }) => profile.email === 'after@example.com';
  await runVerifiedWrite('renew e', async () => undefined, wasApplied);
  upstreamProfile.email = 'after@example.com';
  expect(await recheckWrite('renew e', never)).toEqual({ kind: 'done' });
  upstreamProfile.email = 'before@example.com';
  expect(await recheckWrite('renew e', never)).toEqual({ kind: 'failed', problem: null });
});

test('a write says when it began once it is known to be applied', async () => {
  const onDone = vi.fn<(begunAt: number) => void>();
  const begin = (problem?: unknown) =>
    runVerifiedWrite(
      'change b',
      async () => {
        if (problem) throw problem;
      },
      (profile) => profile.email === 'after@example.com',
      { onDone },
    );
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await begin(new RequestProblem(400, null, 'trace', null));
  await begin(new RequestProblem(504, null, 'trace', null));
  expect(onDone).not.toHaveBeenCalled();
  vi.setSystemTime(2_000);
  upstreamProfile.email = 'after@example.com';
  await recheckWrite('change b', never);
  expect(onDone.mock.calls, 'found by a lookup').toEqual([[1_000]]);
  await begin();
  expect(onDone.mock.lastCall, 'by its response').toEqual([2_000]);
});

test('a recheck that ends in the next account’s session decides nothing', async () => {
  await loseResponse('renew f', 'after@example.com');
  upstreamProfile.email = 'after@example.com';
  const recheck = recheckWrite('renew f', never);
  beginSession();
  expect(await recheck).toEqual({ kind: 'unknown' });
  expect(isOutcomePending('renew f')).toBe(true);
});

describe('a write that another page of the browser has sent', () => {
  const importPage = async () => {
    vi.resetModules();
    return import('../../../client/src/profile/verified-write.ts');
  };
  const acrossPages = { acrossPages: true };
  const wasApplied = (profile: Profile) => profile.email === 'after@example.com';
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is pending until its response', async () => {
    const [sender, other] = [await importPage(), await importPage()];
    const response = createGate();
    const sent = sender.runVerifiedWrite('renew a', response.pass, wasApplied, acrossPages);
    expect(other.isOutcomePending('renew a')).toBe(true);
    expect(other.isOutcomePending('renew b')).toBe(false);
    response.open();
    await sent;
    expect(other.isOutcomePending('renew a')).toBe(false);
  });

  test('is pending for 30 s if that page is gone, unless the profile shows it', async () => {
    const sender = await importPage();
    void sender.runVerifiedWrite('renew a', () => new Promise(() => undefined), wasApplied, acrossPages);
    const other = await importPage();
    upstreamProfile.email = 'before@example.com';
    expect(await other.recheckWrite('renew a', wasApplied)).toEqual({ kind: 'unknown' });
    vi.setSystemTime(Date.now() + 29_999);
    expect(other.isOutcomePending('renew a')).toBe(true);
    upstreamProfile.email = 'after@example.com';
    expect(await other.recheckWrite('renew a', wasApplied)).toEqual({ kind: 'done' });
    expect(other.isOutcomePending('renew a')).toBe(false);
  });

  test('may be offered again after 30 s if the profile does not show it', async () => {
    const sender = await importPage();
    void sender.runVerifiedWrite('renew a', () => new Promise(() => undefined), wasApplied, acrossPages);
    const other = await importPage();
    upstreamProfile.email = 'before@example.com';
    vi.setSystemTime(Date.now() + 30_000);
    expect(other.isOutcomePending('renew a')).toBe(false);
    expect(await other.recheckWrite('renew a', wasApplied)).toEqual({ kind: 'failed', problem: null });
  });

  test.each([
    ['has succeeded if the profile shows it', 'after@example.com', 'done'],
    ['has failed if the profile does not show it', 'before@example.com', 'failed'],
    ['has failed if the profile cannot be read', null, 'failed'],
  ])('was done before, so the upstream refuses it here: it %s', async (_, shown, kind) => {
    upstreamProfile.email = shown;
    const refused = new RequestProblem(400, { code: 3, message: 'not renewable' }, 'trace', null);
    const page = await importPage();
    const options = { ...acrossPages, wasDoneBefore: wasApplied };
    const outcome = await page.runVerifiedWrite('renew a', () => Promise.reject(refused), never, options);
    expect(outcome).toEqual(kind === 'done' ? { kind } : { kind, problem: refused });
    expect(page.isOutcomePending('renew a')).toBe(false);
  });

  test('is not known here unless it says so', async () => {
    const sender = await importPage();
    void sender.runVerifiedWrite('change a', () => new Promise(() => undefined), wasApplied);
    expect(sender.isOutcomePending('change a')).toBe(true);
    expect((await importPage()).isOutcomePending('change a')).toBe(false);
  });
});

test('the profile of the next account does not decide about a write', async () => {
  upstreamProfile.email = 'next@example.com';
  const outcome = await runVerifiedWrite(
    'renew c',
    async () => {
      beginSession();
      throw new RequestProblem(0, null, null, null);
    },
    (profile) => profile.email === upstreamProfile.email,
  );
  expect(outcome).toEqual({ kind: 'unknown' });
  expect(isOutcomePending('renew c')).toBe(true);
});
