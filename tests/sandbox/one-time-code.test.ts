import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from './support/running-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.post('/sandbox/reset'));
afterAll(() => sandbox.close());

const email = 'free@example.com';

async function requestCode(): Promise<string> {
  await sandbox.post('/web/v1/account/one-time-code/request', { email });
  return (await sandbox.call('GET', `/sandbox/messages?email=${email}`)).body[0].code;
}

const verify = (code: string) => sandbox.post('/web/v1/account/one-time-code/verify', { email, code });
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

test('a used code fails with “code used”', async () => {
  const code = await requestCode();
  expect((await verify(code)).status).toBe(200);
  expect(await verify(code)).toMatchObject({ status: 400, body: { code: 3, message: 'code used' } });
});

test('a code fails with “code expired” after ten minutes', async () => {
  const code = await requestCode();
  await sandbox.post('/sandbox/clock', { advanceSeconds: 601 });
  expect(await verify(code)).toMatchObject({ status: 400, body: { code: 3, message: 'code expired' } });
});

test('after ten wrong attempts a code fails with 429, code 8, until there is a new one', async () => {
  const code = await requestCode();
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const wrong = await verify(otherThan(code));
    expect(wrong).toMatchObject({ status: 400, body: { code: 3, message: 'code invalid' } });
  }
  expect(await verify(code)).toMatchObject({ status: 429, body: { code: 8, message: 'too many attempts' } });
  expect((await verify(await requestCode())).status).toBe(200);
});
