import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RunningSandbox, startSandbox } from './support/running-sandbox.ts';

let sandbox: RunningSandbox;
// A fake clock, because on a busy machine a request may take longer than the last second of a lifetime.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await sandbox.close();
});

const refresh = (token: string) => sandbox.post('/web/v1/account/refresh', { refresh_token: token });

async function signIn() {
  const { permanentToken } = await sandbox.findAccount('free@example.com');
  return (await sandbox.post('/web/v1/account/sign-in/perm-token', { perm_token: permanentToken })).body;
}

const advance = (seconds: number) => sandbox.post('/sandbox/clock', { advanceSeconds: seconds });

test('an access token expires after five minutes with 401, code 16', async () => {
  sandbox = await startSandbox();
  const { access_token } = await signIn();
  await advance(299);
  expect((await sandbox.call('GET', '/web/v1/profile', undefined, access_token)).status).toBe(200);
  await advance(2);
  const late = await sandbox.call('GET', '/web/v1/profile', undefined, access_token);
  expect(late).toMatchObject({ status: 401, body: { code: 16, message: 'access token expired' } });
});

test('the lifetime of access tokens is configurable', async () => {
  sandbox = await startSandbox({ accessTokenSeconds: 10 });
  const { access_token } = await signIn();
  await advance(11);
  expect((await sandbox.call('GET', '/web/v1/profile', undefined, access_token)).status).toBe(401);
});

test('a used refresh token returns the same pair for 30 seconds; later use ends the family', async () => {
  sandbox = await startSandbox();
  const { refresh_token } = await signIn();
  const pair = (await refresh(refresh_token)).body;
  await advance(29);
  expect((await refresh(refresh_token)).body).toEqual(pair);
  await advance(2);
  expect(await refresh(refresh_token)).toMatchObject({ status: 401, body: { code: 16 } });
  expect(await refresh(pair.refresh_token)).toMatchObject({ status: 401, body: { code: 16 } });
  const profile = await sandbox.call('GET', '/web/v1/profile', undefined, pair.access_token);
  expect(profile.status).toBe(401);
});

test('without leeway, a second use of a refresh token ends the family', async () => {
  sandbox = await startSandbox({ refreshLeewaySeconds: 0 });
  const { refresh_token } = await signIn();
  const pair = (await refresh(refresh_token)).body;
  expect((await refresh(refresh_token)).status).toBe(401);
  expect((await refresh(pair.refresh_token)).status).toBe(401);
});

test('expire ends access tokens and sets the outcome of refreshes of the current sessions', async () => {
  sandbox = await startSandbox();
  const { access_token, refresh_token } = await signIn();
  const expire = (refreshOutcome?: string) => sandbox.post('/sandbox/expire', { refresh: refreshOutcome });
  await expire('refuse');
  expect((await sandbox.call('GET', '/web/v1/profile', undefined, access_token)).status).toBe(401);
  expect((await refresh(refresh_token)).status).toBe(401);
  await expire('delete account');
  expect(await refresh(refresh_token)).toMatchObject({ status: 401, body: { code: 16, message: 'delete account' } });
  await expire('fail');
  expect((await refresh(refresh_token)).status).toBe(500);
  const later = await signIn();
  expect((await refresh(later.refresh_token)).status).toBe(200);
  await expire();
  expect((await refresh(refresh_token)).status).toBe(200);
});
