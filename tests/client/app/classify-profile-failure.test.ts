import { expect, test } from 'vitest';
import { RequestProblem } from '../../../client/src/api/request-problem.ts';
import { classifyProfileFailure } from '../../../client/src/app/classify-profile-failure.ts';

const problem = (status: number, code = 0, message = '') => new RequestProblem(status, { code, message }, null, null);

test.each([0, 408, 500, 502, 503, 504])('status %i keeps the session', (status) => {
  expect(classifyProfileFailure(problem(status))).toEqual({ kind: 'transient', tooMany: false });
});

test.each([
  [499, 1],
  [400, 2],
  [408, 4],
  [409, 10],
  [403, 13],
  [425, 14],
])('a temporary failure with status %i and code %i keeps the session', (status, code) => {
  expect(classifyProfileFailure(problem(status, code))).toEqual({ kind: 'transient', tooMany: false });
});

test('a 401 that may be repeated keeps the session', () => {
  const problem = new RequestProblem(401, { code: 16, message: 'no' }, null, 0);
  expect(classifyProfileFailure(problem)).toEqual({ kind: 'transient', tooMany: false });
});

test('status 429 is reported as too many requests', () => {
  expect(classifyProfileFailure(problem(429, 8))).toEqual({ kind: 'transient', tooMany: true });
});

test.each([400, 403, 404])("a proxy's page with status %i keeps the session", (status) => {
  expect(classifyProfileFailure(new RequestProblem(status, null, null, null))).toEqual({
    kind: 'transient',
    tooMany: false,
  });
});

test('an error in the client keeps the session', () => {
  expect(classifyProfileFailure(new TypeError('x'))).toEqual({ kind: 'transient', tooMany: false });
});

test('a deleted account can be restored', () => {
  expect(classifyProfileFailure(problem(400, 3, 'AccountDeleted'))).toEqual({
    kind: 'restore',
    error: 'AccountDeleted',
  });
});

test.each([
  [400, 3, 'something'],
  [401, 16, 'AccountDeleted'],
  [403, 7, 'no'],
  [404, 5, 'not found'],
])('status %i with code %i and "%s" ends the session', (status, code, message) => {
  expect(classifyProfileFailure(problem(status, code, message))).toEqual({ kind: 'signOut', error: 'SIGNED_OUT' });
});
