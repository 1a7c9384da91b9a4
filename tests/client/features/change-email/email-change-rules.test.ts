import { expect, test } from 'vitest';
import { RequestProblem } from '../../../../client/src/api/request-problem.ts';
import {
  classifyEmailChangeFailure,
  isOtherAccount,
} from '../../../../client/src/features/change-email/email-change-rules.ts';

const problem = (status: number, message: string) => new RequestProblem(status, { code: 3, message }, null, null);
const noAnswer = new RequestProblem(0, null, null, null);

test.each([
  ['a wrong code', problem(400, 'code invalid'), 'wrong'],
  ['an expired code', problem(400, 'code expired'), 'refused'],
  ['another refusal', problem(403, 'no'), 'refused'],
  ['an error of the account service', problem(500, 'internal'), 'refused'],
  ['no answer', noAnswer, 'unanswered'],
  ['a gateway without upstream', problem(502, 'bad gateway'), 'unanswered'],
  ['a gateway out of time', problem(504, 'timeout'), 'unanswered'],
  ['too many calls', problem(429, 'rate limited'), 'unanswered'],
  ['a mistake of ours', new TypeError('oops'), 'unanswered'],
])('%s', (_, failure, verdict) => {
  expect(classifyEmailChangeFailure(failure)).toBe(verdict);
});

test('only the message of a 4xx response means another account', () => {
  expect(isOtherAccount(problem(400, 'email is not updated'))).toBe(true);
  expect(isOtherAccount(problem(409, 'email is not updated'))).toBe(true);
  expect(isOtherAccount(problem(400, 'unique_token invalid'))).toBe(false);
  expect(isOtherAccount(problem(500, 'email is not updated'))).toBe(false);
  expect(isOtherAccount(noAnswer)).toBe(false);
});
