import { expect, test } from 'vitest';
import { RequestProblem } from '../../../../client/src/api/request-problem.ts';
import { classifyOneTimeCodeFailure } from '../../../../client/src/features/enter/one-time-code-failure.ts';

const problem = (status: number, code: number, message = '') =>
  new RequestProblem(status, { code, message }, null, null);

test.each([
  ['400 “code invalid”', problem(400, 3, 'code invalid'), 'wrong'],
  ['400 “code expired”', problem(400, 3, 'code expired'), 'expired'],
  ['400 “code already used”', problem(400, 3, 'code already used'), 'used'],
  ['400 “too many attempts”', problem(400, 8, 'too many attempts'), 'tooMany'],
  ['429', problem(429, 8), 'tooMany'],
  ['400 of a proxy', new RequestProblem(400, null, null, null), 'other'],
  ['400 “AccountDeleted”', problem(400, 3, 'AccountDeleted'), 'deleted'],
  ['500 “code expired”', problem(500, 13, 'code expired'), 'other'],
  ['an error in the client', new Error('no response'), 'other'],
] as const)('$0 is the one-time code failure $2', (_, failure, kind) => {
  expect(classifyOneTimeCodeFailure(failure)).toBe(kind);
});
