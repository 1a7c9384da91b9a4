import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { productOrigin, type RunningSandbox, startSandbox } from './support/running-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.post('/sandbox/reset'));
afterAll(() => sandbox.close());

async function requestLink() {
  const token = await sandbox.signIn('verify-me@example.com');
  const { body } = await sandbox.call('GET', '/web/v1/account/get-diia-deep-link', undefined, token);
  return { token, path: new URL(body.deep_link).pathname };
}

const decide = (path: string, decision: string) =>
  fetch(sandbox.origin + path, { method: 'POST', body: new URLSearchParams({ decision }) });

test('confirming in the national app verifies the account, gives Premium and uses up the link', async () => {
  const { token, path } = await requestLink();
  expect(await (await fetch(sandbox.origin + path)).text()).toContain('verify-me@example.com');
  const page = await (await decide(path, 'confirm')).text();
  expect(page).toContain(`${productOrigin}/diia/success`);
  expect(await sandbox.profile(token)).toMatchObject({
    type: 'diia',
    diia_verified: true,
    subscription: { vendor: 'diia', hasActiveSubscription: true, expiration_date: null },
  });
  expect((await decide(path, 'confirm')).status).toBe(410);
  const again = await sandbox.call('GET', '/web/v1/account/get-diia-deep-link', undefined, token);
  expect(again).toMatchObject({ status: 400, body: { code: 9 } });
});

test('declining changes nothing', async () => {
  const { token, path } = await requestLink();
  await decide(path, 'decline');
  expect((await sandbox.profile(token)).diia_verified).toBe(false);
});

test('a link expires after 180 seconds', async () => {
  const { path } = await requestLink();
  await sandbox.post('/sandbox/clock', { advanceSeconds: 181 });
  expect((await fetch(sandbox.origin + path)).status).toBe(410);
});
