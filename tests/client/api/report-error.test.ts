import { expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { shouldReport } from '../../../client/src/api/report-error.ts';
import { RequestProblem } from '../../../client/src/api/request-problem.ts';

test.each([
  ['a public call', calls.requestOneTimeCode, [500, 502, 503, 504]],
  ['a call with a session', calls.unlinkDevice, [400, 403, 404, 500, 502, 503, 504]],
] as const)('a failed call is reported for these statuses only: %s', (_, call, expected) => {
  const statuses = [400, 401, 403, 404, 429, 500, 502, 503, 504];
  const isReported = (status: number) => shouldReport(call, new RequestProblem(status, null, null, null));
  expect(statuses.filter(isReported)).toEqual(expected);
});
