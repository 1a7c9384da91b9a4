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
])('status %i is the generic text with %s', (status, detail) => {
  expect(describeProblem(problem(status))).toMatchObject({ text: 'error.generic', detail, traceId: 'trace' });
});

test.each([
  [new RequestProblem(0, null, null, null, true), true, false],
  [new RequestProblem(0, null, null, null), false, false],
  [problem(429), false, true],
])('%s is safe to retry: %s, and useless to retry soon: %s', (failure, notSent, tooMany) => {
  expect(describeProblem(failure)).toMatchObject({ notSent, tooMany });
});

test('what is no answered call has no number', () => {
  expect(describeProblem(new Error('x'))).toEqual({ text: 'error.generic', detail: null, traceId: null });
});

test.each([
  [0, true],
  [408, true],
  [429, true],
  [502, true],
  [400, false],
  [404, false],
])('status %i passes: %s', (status, passing) => {
  expect(isTransient(problem(status))).toBe(passing);
});

test('a problem holds code, message, trace id and patience of the answer', async () => {
  const headers = { 'trace-id': 'abc', 'retry-after': '5' };
  expect(
    await readProblem(Response.json({ code: 8, message: 'rate limited' }, { status: 429, headers })),
  ).toMatchObject({
    status: 429,
    code: 8,
    message: 'rate limited',
    traceId: 'abc',
    retryAfterSeconds: 5,
  });
});

test('an answer that is no problem of ours is one all the same', async () => {
  expect(await readProblem(new Response('<html>', { status: 502 }))).toMatchObject({
    status: 502,
    code: null,
    traceId: null,
  });
});
