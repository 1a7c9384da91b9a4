import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { productOrigin, type RunningSandbox, startSandbox } from './support/running-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.post('/sandbox/reset'));
afterAll(() => sandbox.close());

async function askForLink() {
  const token = await sandbox.signIn('verify-me@example.com');
  const { body } = await sandbox.call('GET', '/web/v1/account/get-diia-deep-link', undefined, token);
  return { token, path: new URL(body.deep_link).pathname };
}

const answer = (path: string, value: string) =>
  fetch(sandbox.origin + path, { method: 'POST', body: new URLSearchParams({ answer: value }) });

test('whoever confirms in the national app is a verified citizen with Premium, and the link is spent', async () => {
  const { token, path } = await askForLink();
  expect(await (await fetch(sandbox.origin + path)).text()).toContain('verify-me@example.com');
  const page = await (await answer(path, 'confirm')).text();
  expect(page).toContain(`${productOrigin}/diia/success`);
  expect(await sandbox.profile(token)).toMatchObject({
    type: 'diia',
    diia_verified: true,
    subscription: { vendor: 'diia', hasActiveSubscription: true, expiration_date: null },
  });
  expect((await answer(path, 'confirm')).status).toBe(410);
  const again = await sandbox.call('GET', '/web/v1/account/get-diia-deep-link', undefined, token);
  expect(again).toMatchObject({ status: 400, body: { code: 9 } });
});

test('a refusal changes nothing', async () => {
  const { token, path } = await askForLink();
  await answer(path, 'refuse');
  expect((await sandbox.profile(token)).diia_verified).toBe(false);
});

test('a link is good for 180 seconds', async () => {
  const { path } = await askForLink();
  await sandbox.post('/sandbox/clock', { advanceSeconds: 181 });
  expect((await fetch(sandbox.origin + path)).status).toBe(410);
});
