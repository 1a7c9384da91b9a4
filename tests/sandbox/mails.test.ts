import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { formatDate } from '../../sandbox/mails/format-date.ts';
import { productOrigin, type RunningSandbox, startSandbox } from './support/running-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.post('/sandbox/reset'));
afterAll(() => sandbox.close());

interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly code: string | null;
  readonly link: string | null;
}

async function readNewestMail(email: string): Promise<Mail> {
  const { body } = await sandbox.call('GET', `/sandbox/messages?email=${encodeURIComponent(email)}`);
  return body[0];
}

const post = (path: string, locale: string, body: object = {}, accessToken = '') =>
  request(sandbox.origin).post(path).set('user-locale', locale).set('authorization', accessToken).send(body);

const locales = ['en', 'uk', 'de', 'fr', 'es', 'pt'];
const subjects = {
  signIn: [
    '000000 is your sign-in code',
    '000000 — ваш код для входу',
    '000000 ist Ihr Anmeldecode',
    '000000 est votre code de connexion',
    '000000 es tu código para iniciar sesión',
    '000000 é seu código de acesso',
  ],
  deleted: [
    'Your account was deleted',
    'Ваш акаунт видалено',
    'Ihr Konto wurde gelöscht',
    'Votre compte a été supprimé',
    'Tu cuenta se ha eliminado',
    'Sua conta foi excluída',
  ],
};

test('every mail is written in the language of the request', async () => {
  for (const [index, locale] of locales.entries()) {
    await sandbox.post('/sandbox/reset');
    const email = 'free@example.com';
    const { permanentToken: perm_token } = await sandbox.findAccount(email);
    const { access_token, refresh_token } = (await sandbox.post('/web/v1/account/sign-in/perm-token', { perm_token }))
      .body;

    await post('/web/v1/account/one-time-code/request', locale, { email });
    const signIn = await readNewestMail(email);
    expect(signIn.subject.replace(/\d{6}/, '000000')).toBe(subjects.signIn[index]);
    await post('/web/v1/account/email/request', locale, {}, access_token);
    const link = await readNewestMail(email);
    const unique_token = new URL(link.link ?? '').searchParams.get('token');
    await post('/web/v1/account/email/verify', locale, { new_email: 'fresh@example.org', unique_token });
    const code = await readNewestMail('fresh@example.org');
    await post('/web/v1/account/delete', locale, { refresh_token }, access_token);
    const deleted = await readNewestMail(email);
    expect(deleted.subject).toBe(subjects.deleted[index]);

    for (const { text, subject } of [signIn, link, code, deleted]) {
      expect(`${subject}\n${text}`).not.toMatch(/undefined|null|\$\{|\.\.| {2}/);
    }
    for (const { text, code: digits } of [signIn, code]) {
      expect(text).toContain('10 ');
      expect(text.split('\n').at(-1)).toBe(`@localhost #${digits}`);
    }
  }
});

test('a new account gets its newsletter mail in the language of its sign-in', async () => {
  await post('/web/v1/account/one-time-code/request', 'de', { email: 'neu@example.org' });
  const { code } = await readNewestMail('neu@example.org');
  const { body } = await post('/web/v1/account/one-time-code/verify', 'de', { email: 'neu@example.org', code });
  const mail = await readNewestMail('neu@example.org');
  expect(mail.subject).toBe('Bestätigen Sie Ihre Newsletter-Anmeldung');
  expect(mail.link).toContain(`${productOrigin}/email/subscription-confirmed?permanent_access_token=`);
  expect((await sandbox.profile(body.access_token)).locale).toBe('de');
});

test.each([
  ['anna.lindqvist@example.com', 'Your subscription stays active in the meantime.'],
  [
    'app-store@example.com',
    'Your subscription is billed through the App Store. It continues until you cancel it there.',
  ],
  [
    'play-store@example.com',
    'Your subscription is billed through Google Play. It continues until you cancel it there.',
  ],
  ['free@example.com', 'choose “Restore account”'],
])('the mail after deleting %s says who continues to bill', async (email, sentence) => {
  const { permanentToken: perm_token } = await sandbox.findAccount(email);
  const { access_token, refresh_token } = (await sandbox.post('/web/v1/account/sign-in/perm-token', { perm_token }))
    .body;
  await post('/web/v1/account/delete', 'en', { refresh_token }, access_token);
  const { text } = await readNewestMail(email);
  expect(text).toContain(sentence);
  if (email === 'free@example.com') expect(text).not.toContain('subscription');
});

test('an unknown language gets English', async () => {
  await post('/web/v1/account/one-time-code/request', 'it', { email: 'free@example.com' });
  expect((await readNewestMail('free@example.com')).subject).toMatch(/^\d{6} is your sign-in code$/);
});

test.each([
  ['en', 'January 1, 2027', 'January 31, 2027'],
  ['uk', '1 січня 2027 року', '31 січня 2027 року'],
  ['de', '1. Januar 2027', '31. Januar 2027'],
  ['fr', '1er janvier 2027', '31 janvier 2027'],
  ['es', '1 de enero de 2027', '31 de enero de 2027'],
  ['pt', '1º de janeiro de 2027', '31 de janeiro de 2027'],
] as const)('a mail in %s writes dates as the language does', (locale, first, last) => {
  expect(formatDate(Date.UTC(2027, 0, 1), locale)).toBe(first);
  expect(formatDate(Date.UTC(2027, 0, 31), locale)).toBe(last);
});
