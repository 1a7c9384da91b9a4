import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { productOrigin, type RunningSandbox, readNewestMail, startSandbox } from './support/running-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.post('/sandbox/reset'));
afterAll(() => sandbox.close());

const requestCode = (email: string) => sandbox.post('/web/v1/account/one-time-code/request', { email });
const verify = (email: string, code: unknown) => sandbox.post('/web/v1/account/one-time-code/verify', { email, code });

test('a code of six digits comes by mail with a magic link, and its last line is bound to the product', async () => {
  expect(await requestCode('anna.lindqvist@example.com')).toMatchObject({ status: 200, body: {} });
  const mail = await readNewestMail(sandbox, 'anna.lindqvist@example.com');
  expect(mail.code).toMatch(/^\d{6}$/);
  expect(mail.link).toBe(`${productOrigin}/enter?OTC_CODE=${mail.code}`);
  expect(mail.text.split('\n').at(-1)).toBe(`@localhost #${mail.code}`);
  const answer = await verify('Anna.Lindqvist@example.com', mail.code);
  expect((await sandbox.profile(answer.body.access_token)).email).toBe('anna.lindqvist@example.com');
});

test('an address that nobody has used becomes a new free account', async () => {
  await requestCode('somebody@example.org');
  const { code } = await readNewestMail(sandbox, 'somebody@example.org');
  const { body } = await verify('somebody@example.org', code);
  expect(await sandbox.profile(body.access_token)).toMatchObject({ type: 'free', state: 'new_account' });
});

test('a wrong code, a used one and one of an older mail are refused with code invalid', async () => {
  const refusal = { status: 400, body: { code: 3, message: 'code invalid' } };
  await requestCode('free@example.com');
  const { code: first } = await readNewestMail(sandbox, 'free@example.com');
  expect(await verify('free@example.com', first === '000000' ? '000001' : '000000')).toMatchObject(refusal);
  await requestCode('free@example.com');
  const { code: second } = await readNewestMail(sandbox, 'free@example.com');
  if (first !== second) expect(await verify('free@example.com', first)).toMatchObject(refusal);
  expect((await verify('free@example.com', second)).status).toBe(200);
  expect(await verify('free@example.com', second)).toMatchObject(refusal);
});

test('a code expires after ten minutes', async () => {
  await requestCode('free@example.com');
  const { code } = await readNewestMail(sandbox, 'free@example.com');
  await sandbox.post('/sandbox/clock', { advanceSeconds: 601 });
  expect(await verify('free@example.com', code)).toMatchObject({ status: 400, body: { message: 'code expired' } });
});

test('the code of a deleted account is refused with AccountDeleted', async () => {
  await requestCode('deleted@example.com');
  const { code } = await readNewestMail(sandbox, 'deleted@example.com');
  const answer = await verify('deleted@example.com', code);
  expect(answer).toMatchObject({ status: 400, body: { code: 3, message: 'AccountDeleted' } });
});

test('an account code signs in; a malformed one is error 3, an unknown one error 16', async () => {
  const { accountCode } = await sandbox.findAccount('free@example.com');
  const signIn = (code: unknown) => sandbox.post('/web/v1/account/account-code/sign-in', { code });
  expect((await signIn(accountCode)).body.access_token).toMatch(/^sandbox-access-/);
  expect((await signIn(accountCode.toLowerCase())).status).toBe(200);
  expect(await signIn('short')).toMatchObject({ status: 400, body: { code: 3 } });
  expect(await signIn('ABCDEFGHJK')).toMatchObject({ status: 401, body: { code: 16 } });
});

test('a session makes permanent tokens, good for five minutes and any number of times', async () => {
  const accessToken = await sandbox.signIn('free@example.com');
  const { perm_token } = (await sandbox.post('/web/v1/account/session/perm-token', undefined, accessToken)).body;
  const signIn = () => sandbox.post('/web/v1/account/sign-in/perm-token', { perm_token });
  expect(perm_token).toMatch(/^sandbox-permanent-/);
  expect((await signIn()).status).toBe(200);
  expect((await signIn()).status).toBe(200);
  await sandbox.post('/sandbox/clock', { advanceSeconds: 301 });
  expect(await signIn()).toMatchObject({ status: 401, body: { code: 16 } });
});

test.each(['google', 'apple', 'setapp'])('%s asks for consent and sends the browser back with tokens', async (name) => {
  const page = await fetch(`${sandbox.origin}/web/v1/account/oauth/${name}/login?app-identity=skerry.site.account`);
  expect(await page.text()).toContain(`${name}@example.com`);
  const answer = await fetch(`${sandbox.origin}/oauth/${name}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email: `${name}@example.com`, answer: 'continue' }),
  });
  const location = new URL(answer.headers.get('location') ?? '');
  expect(location.origin + location.pathname).toBe(`${productOrigin}/profile`);
  expect(location.searchParams.get('refresh_token')).toMatch(/^sandbox-refresh-/);
  const profile = await sandbox.profile(location.searchParams.get('access_token') ?? '');
  expect(profile.email).toBe(`${name}@example.com`);
});

test('a provider that is not known is 404, and a cancelled consent goes to the sign-in page', async () => {
  expect((await sandbox.call('GET', '/web/v1/account/oauth/github/login')).status).toBe(404);
  const answer = await fetch(`${sandbox.origin}/oauth/google`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ answer: 'cancel' }),
  });
  expect(answer.headers.get('location')).toBe(`${productOrigin}/enter?error=OAUTH_CANCELLED`);
});
