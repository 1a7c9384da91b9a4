import { expect } from 'vitest';
import { calls } from '#shared/calls.ts';
import type { HttpResponse } from '../../support/send-request.ts';
import { sendJson, type TestUpstream } from '../../support/upstream.ts';

/**
 * An upstream that knows the permanent token `good`, access tokens that begin with `a-good` and the refresh token
 * `r-good`.
 */
export const respondToSignIns: TestUpstream['respond'] = ({ url, body, headers }, response) => {
  if (url === calls.signInWithPermanentToken.path) {
    return JSON.parse(body).perm_token === 'good'
      ? sendJson(response, 200, { access_token: 'a', refresh_token: 'r' })
      : sendJson(response, 401, { code: 16, message: 'no' });
  }
  if (url === calls.refreshTokens.path) {
    return JSON.parse(body).refresh_token === 'r-good'
      ? sendJson(response, 200, { access_token: 'a-good', refresh_token: 'r-new' })
      : sendJson(response, 401, { code: 16, message: body.includes('r-gone') ? 'AccountDeleted' : 'no' });
  }
  if (headers.authorization === 'a-deleted') return sendJson(response, 400, { code: 3, message: 'AccountDeleted' });
  return headers.authorization?.startsWith('a-good')
    ? sendJson(response, 200, { profile: {} })
    : sendJson(response, 401, { code: 16, message: 'no' });
};

export const failed = 'error=SIGN_IN_FAILED';

export function expectRedirectAt(origin: string, response: HttpResponse, target: string): void {
  expect([response.status, response.headers.location, response.headers['cache-control']]).toEqual([
    303,
    origin + target,
    'no-store',
  ]);
  expect(response.headers['referrer-policy']).toBe('no-referrer');
}
