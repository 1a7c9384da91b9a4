import { expect, test } from 'vitest';
import { inboxUrl } from '../../../client/src/email/open-inbox.tsx';

test.each([
  ['anna@gmail.com', 'mail.google.com'],
  ['Anna@GMail.com ', 'mail.google.com'],
  ['anna@outlook.com', 'outlook.live.com'],
  ['anna@hotmail.fr', 'outlook.live.com'],
  ['anna@live.com.pt', 'outlook.live.com'],
  ['anna@yahoo.co.uk', 'mail.yahoo.com'],
  ['anna@me.com', 'www.icloud.com'],
  ['anna@proton.me', 'mail.proton.me'],
  ['anna@gmx.de', 'www.gmx.net'],
  ['anna@gmx.com', 'www.gmx.com'],
  ['anna@web.de', 'web.de'],
  ['anna@ukr.net', 'mail.ukr.net'],
  ['anna@i.ua', 'mail.i.ua'],
  ['anna@orange.fr', 'mail.orange.fr'],
  ['anna@laposte.net', 'www.laposte.net'],
  ['anna@uol.com.br', 'email.uol.com.br'],
  ['anna@terra.com.br', 'mail.terra.com.br'],
])('the inbox of %s is at %s', (email, host) => {
  const url = new URL(inboxUrl(email) ?? '');
  expect(url.protocol).toBe('https:');
  expect(url.hostname).toBe(host);
});

test.each(['anna@example.com', 'anna@gmail.com.evil.example', 'anna@constructor', 'gmail.example', ''])(
  'the inbox of "%s" is unknown',
  (email) => {
    expect(inboxUrl(email)).toBeNull();
  },
);
