import { expect, test } from 'vitest';
import { RequestProblem } from '../../../../client/src/api/request-problem.ts';
import {
  classifyEmailChangeFailure,
  isLinkRefused,
  isOtherAccount,
} from '../../../../client/src/features/change-email/email-change-failure.ts';

const problem = (status: number, message: string) => new RequestProblem(status, { code: 3, message }, 'trace', null);
const noResponse = new RequestProblem(0, null, null, null);

test.each([
  ['a wrong code', problem(400, 'code invalid'), 'wrongCode'],
  ['an expired code', problem(400, 'code expired'), 'rejected'],
  ['another rejection', problem(403, 'no'), 'rejected'],
  ['an error of the account service', problem(500, 'internal'), 'rejected'],
  ['an error page of a proxy', new RequestProblem(500, null, 'trace', null), 'notChecked'],
  ['a refusal of a firewall', new RequestProblem(403, null, null, null), 'notChecked'],
  ['no response', noResponse, 'notChecked'],
  ['an unreachable upstream', problem(502, 'bad gateway'), 'notChecked'],
  ['a timeout in the gateway', problem(504, 'timeout'), 'notChecked'],
  ['too many requests', problem(429, 'rate limited'), 'notChecked'],
  ['an error in the client', new TypeError('oops'), 'notChecked'],
])('$0 is the email change failure $2', (_, failure, kind) => {
  expect(classifyEmailChangeFailure(failure)).toBe(kind);
});

test('another account is recognized by the message of a 4xx response', () => {
  expect(isOtherAccount(problem(400, 'email is not updated'))).toBe(true);
  expect(isOtherAccount(problem(409, 'email is not updated'))).toBe(true);
  expect(isOtherAccount(problem(400, 'unique_token invalid'))).toBe(false);
  expect(isOtherAccount(problem(500, 'email is not updated'))).toBe(false);
  expect(isOtherAccount(noResponse)).toBe(false);
});

test.each([
  ['an old link', problem(400, 'unique_token invalid'), true],
  ['another account', problem(400, 'email is not updated'), false],
  ['too many requests', problem(429, 'rate limited'), false],
  ['too many attempts', problem(400, 'Too many attempts'), false],
  ['an error of the account service', problem(500, 'internal'), false],
  ['a refusal of a firewall', new RequestProblem(403, null, null, null), false],
  ['no response', noResponse, false],
])('$0 refuses the link: $2', (_, failure, isRefused) => {
  expect(isLinkRefused(failure)).toBe(isRefused);
});
