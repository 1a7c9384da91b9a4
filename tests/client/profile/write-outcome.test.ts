import { describe, expect, test } from 'vitest';
import type { Profile } from '#shared/profile.ts';
import { RequestProblem } from '../../../client/src/api/request-problem.ts';
import { isOutcomeUnknown, runRepeatableWrite } from '../../../client/src/profile/write-outcome.ts';
import { beginSession } from '../../../client/src/session/session.ts';
import { stubUpstream, upstreamProfile } from './upstream-profile.ts';

stubUpstream();

describe('a write that may be repeated', () => {
  const wasApplied = (profile: Profile) => profile.email === 'after@example.com';
  const lost = new RequestProblem(504, null, 'trace', null);
  const refused = new RequestProblem(400, { code: 3, message: 'refused' }, 'trace', null);

  test.each([
    ['has succeeded after a lost response if the profile shows it', lost, 'after@example.com', 'succeeds'],
    ['has failed after a lost response if the profile does not show it', lost, 'before@example.com', 'fails'],
    ['has failed after a lost response if the profile cannot be read', lost, null, 'fails'],
    ['has succeeded after a refusal if the profile shows it', refused, 'after@example.com', 'succeeds'],
    ['has failed after a refusal if the profile does not show it', refused, 'before@example.com', 'fails'],
    ['has failed after a refusal if the profile cannot be read', refused, null, 'fails'],
  ])('%s', async (_, problem, shown, outcome) => {
    upstreamProfile.email = shown;
    const sent = runRepeatableWrite(() => Promise.reject(problem), wasApplied);
    if (outcome === 'succeeds') await sent;
    else await expect(sent).rejects.toBe(problem);
  });

  test('has failed if the profile is the next account’s', async () => {
    upstreamProfile.email = 'after@example.com';
    const sent = runRepeatableWrite(async () => {
      beginSession();
      throw lost;
    }, wasApplied);
    await expect(sent).rejects.toBe(lost);
  });
});

test.each([
  [400, false],
  [404, false],
  [408, true],
  [409, false],
  [429, false],
  [500, true],
  [502, true],
  [503, true],
  [504, true],
  [520, true],
  [524, true],
])('after status %s without a code the outcome of a write is unknown: %s', (status, expected) => {
  expect(isOutcomeUnknown(new RequestProblem(status, null, 'trace', null))).toBe(expected);
});

test.each([
  [0, true],
  [400, true],
  [403, true],
  [429, false],
  [520, true],
])('after status %s without a trace id the outcome of a write is unknown: %s', (status, expected) => {
  expect(isOutcomeUnknown(new RequestProblem(status, null, null, null))).toBe(expected);
});

test.each([
  [400, false],
  [500, false],
  [502, true],
  [503, true],
  [504, true],
])('after status %s with a code the outcome of a write is unknown: %s', (status, expected) => {
  expect(isOutcomeUnknown(new RequestProblem(status, { code: 13, message: 'internal' }, 'trace', null))).toBe(expected);
});
