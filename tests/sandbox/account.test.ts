import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { productOrigin, type RunningSandbox, readNewestMail, startSandbox } from './support/running-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.post('/sandbox/reset'));
afterAll(() => sandbox.close());

const days = (count: number) => sandbox.post('/sandbox/clock', { advanceSeconds: count * 86_400 });

async function pairOf(email: string) {
  const { permanentToken: perm_token } = await sandbox.findAccount(email);
  return (await sandbox.post('/web/v1/account/sign-in/perm-token', { perm_token })).body;
}

test('payment data comes only when asked for', async () => {
  const token = await sandbox.signIn('anna.lindqvist@example.com');
  const bare = await sandbox.call('GET', '/web/v1/profile', undefined, token);
  expect(bare.body.profile).not.toHaveProperty('payment_data');
  expect((await sandbox.profile(token)).payment_data).toMatchObject({ payment_method_exists: true });
});

test('newsletters go on and off, and on when nothing is said', async () => {
  const token = await sandbox.signIn('free@example.com');
  const update = (body: object) => sandbox.post('/web/v1/account/update-settings', body, token);
  const enabled = async () => (await sandbox.profile(token)).user_settings.newsletters_enabled;
  await update({ receive_newsletters: true });
  expect(await enabled()).toBe(true);
  await update({ receive_newsletters: false });
  expect(await enabled()).toBe(false);
  await update({});
  expect(await enabled()).toBe(true);
  expect(await update({ receive_newsletters: 'yes' })).toMatchObject({ status: 400, body: { code: 3 } });
});

test('a deleted account ends its sessions with delete account, and can be restored for 30 days', async () => {
  const { access_token, refresh_token } = await pairOf('anna.lindqvist@example.com');
  expect((await sandbox.post('/web/v1/account/delete', { refresh_token }, access_token)).status).toBe(200);
  const refreshed = await sandbox.post('/web/v1/account/refresh', { refresh_token });
  expect(refreshed).toMatchObject({ status: 401, body: { message: 'delete account' } });
  await days(29);
  const again = await sandbox.signIn('anna.lindqvist@example.com');
  const profile = await sandbox.profile(again);
  expect(profile.marked_for_termination).toBe(true);
  expect(profile.subscription.hasActiveSubscription).toBe(true);
  expect((await sandbox.post('/web/v1/account/delete/cancel', undefined, again)).status).toBe(200);
  expect((await sandbox.profile(again)).marked_for_termination).toBe(false);
  const second = await sandbox.post('/web/v1/account/delete/cancel', undefined, again);
  expect(second).toMatchObject({ status: 400, body: { code: 9 } });
});

test('after 30 days the profile is refused and nothing can be restored', async () => {
  await days(29);
  const token = await sandbox.signIn('marked@example.com');
  const refusal = await sandbox.call('GET', '/web/v1/profile', undefined, token);
  expect(refusal).toMatchObject({ status: 400, body: { code: 3, message: 'AccountDeleted' } });
  expect((await sandbox.post('/web/v1/account/delete/cancel', undefined, token)).status).toBe(400);
});

test('deleting asks for a refresh token of the same account', async () => {
  const { access_token } = await pairOf('free@example.com');
  const other = await pairOf('anna.lindqvist@example.com');
  const remove = (body: object) => sandbox.post('/web/v1/account/delete', body, access_token);
  expect((await remove({})).status).toBe(400);
  expect((await remove({ refresh_token: other.refresh_token })).status).toBe(400);
});

async function beginEmailChange(email: string) {
  const token = await sandbox.signIn(email);
  await sandbox.post('/web/v1/account/email/request', undefined, token);
  const link = new URL((await readNewestMail(sandbox, email)).link ?? '');
  expect(link.origin + link.pathname).toBe(`${productOrigin}/change-email`);
  return { token, unique_token: link.searchParams.get('token') };
}

const verifyEmail = (body: object, token?: string) => sandbox.post('/web/v1/account/email/verify', body, token);
const applyEmail = (otc_code: unknown) => sandbox.post('/web/v1/account/email/apply', { otc_code });

test('an e-mail is changed by link and code, and the link is spent by it', async () => {
  const { token, unique_token } = await beginEmailChange('free@example.com');
  const change = { new_email: 'fresh@example.org', unique_token };
  expect((await verifyEmail(change)).status).toBe(200);
  const { code: first } = await readNewestMail(sandbox, 'fresh@example.org');
  expect((await verifyEmail(change)).status).toBe(200);
  const { code } = await readNewestMail(sandbox, 'fresh@example.org');
  if (first !== code) expect(await applyEmail(first)).toMatchObject({ status: 400, body: { message: 'code invalid' } });
  expect((await applyEmail(code)).status).toBe(200);
  expect((await sandbox.profile(token)).email).toBe('fresh@example.org');
  expect(await applyEmail(code)).toMatchObject({ status: 400, body: { code: 3, message: 'code invalid' } });
  expect(await verifyEmail(change)).toMatchObject({ status: 400, body: { message: 'unique_token invalid' } });
});

test('a taken address, or a session of somebody else, is refused with email is not updated', async () => {
  const { unique_token } = await beginEmailChange('free@example.com');
  const refusal = { status: 400, body: { code: 3, message: 'email is not updated' } };
  expect(await verifyEmail({ new_email: 'anna.lindqvist@example.com', unique_token })).toMatchObject(refusal);
  const other = await sandbox.signIn('anna.lindqvist@example.com');
  expect(await verifyEmail({ new_email: 'fresh@example.org', unique_token }, other)).toMatchObject(refusal);
});

test('a code that came too late is another error than a wrong one', async () => {
  const { unique_token } = await beginEmailChange('free@example.com');
  await verifyEmail({ new_email: 'fresh@example.org', unique_token });
  const { code } = await readNewestMail(sandbox, 'fresh@example.org');
  await sandbox.post('/sandbox/clock', { advanceSeconds: 601 });
  expect(await applyEmail(code)).toMatchObject({ status: 400, body: { code: 9, message: 'code expired' } });
});
