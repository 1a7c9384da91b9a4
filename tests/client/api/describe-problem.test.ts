import { expect, test } from 'vitest';
import { describeProblem } from '../../../client/src/api/describe-problem.ts';
import { isTransient, RequestProblem, readProblem } from '../../../client/src/api/request-problem.ts';

const problem = (status: number) => new RequestProblem(status, null, 'trace', null);

test.each([
  [0, 'error.offline'],
  [400, null],
  [403, null],
  [429, 'error.tooManyAttempts'],
  [500, 'error.unavailable'],
  [504, 'error.unavailable'],
])('status %i has the generic text with the hint %s', (status, detail) => {
  expect(describeProblem(problem(status))).toMatchObject({
    text: detail === null ? 'error.tryLater' : 'error.generic',
    detail,
    traceId: 'trace',
  });
});

test.each([
  ['offline', new RequestProblem(0, null, null, null, true), { notSent: true, tooMany: false }],
  ['no response', new RequestProblem(0, null, null, null), { notSent: false, tooMany: false }],
  ['429', problem(429), { notSent: false, tooMany: true }],
  [
    'the message “too many attempts” with another status',
    new RequestProblem(400, { code: 8, message: 'too many attempts' }, null, null),
    { notSent: false, tooMany: true, detail: 'error.tooManyAttempts' },
  ],
])('%s: whether the request was not sent, and whether to wait', (_, failure, expected) => {
  expect(describeProblem(failure)).toMatchObject(expected);
});

test('an error without a response has no trace id', () => {
  expect(describeProblem(new Error('x'))).toEqual({ text: 'error.tryLater', detail: null, traceId: null });
});

test.each([
  [0, true],
  [408, true],
  [429, true],
  [502, true],
  [400, false],
  [404, false],
])('status %i is transient: %s', (status, passing) => {
  expect(isTransient(problem(status))).toBe(passing);
});

test('a problem has the code, message, trace id and retry-after of the response', async () => {
  const headers = { 'trace-id': 'abc', 'retry-after': '5' };
  expect(
    readProblem(new Response(null, { status: 429, headers }), '{"code":8,"message":"rate limited"}'),
  ).toMatchObject({
    status: 429,
    code: 8,
    message: 'rate limited',
    traceId: 'abc',
    retryAfterSeconds: 5,
  });
});

test('a response with an unknown error body becomes a problem too', async () => {
  expect(readProblem(new Response(null, { status: 502 }), '<html>')).toMatchObject({
    status: 502,
    code: null,
    traceId: null,
  });
});
