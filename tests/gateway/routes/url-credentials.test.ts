import { expect, test } from 'vitest';
import { takeUrlCredentials } from '../../../gateway/routes/url-credentials.ts';

const permanent = (token: string) => ({ kind: 'permanent token', token });
const encoded = (name: string) => [...name].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
const identity = (text: string) => `app-identity=${encodeURIComponent(btoa(text))}`;
const pair = { kind: 'pair', access: 'a', refresh: 'r' };

test.each([
  ['/profile', 'x=1', null],
  ['/profile', '', null],
  ['/profile', 'token=t', { credentials: permanent('t'), query: '' }],
  ['/profile', 'x=1&token=t&y=%20', { credentials: permanent('t'), query: 'x=1&y=%20' }],
  ['/profile', 'permanent_access_token=t', { credentials: permanent('t'), query: '' }],
  ['/profile', 'PERMANENT_TOKEN=t', { credentials: permanent('t'), query: '' }],
  ['/profile', '%74oken=t%2B1', { credentials: permanent('t+1'), query: '' }],
  ['/profile', 'access_token=a&refresh_token=r&z=2', { credentials: pair, query: 'z=2' }],
  ['/profile', 'access%5Ftoken=a&refresh_token=r', { credentials: pair, query: '' }],
  ['/profile', `${encoded('permanent_access_token')}=t`, { credentials: permanent('t'), query: '' }],
  ['/profile', '?token=t', { credentials: permanent('t'), query: '' }],
  ['/profile', `${'&'.repeat(15_000)}token=t`, { credentials: permanent('t'), query: '&'.repeat(14_999) }],
  ['/profile', '%zztoken=t&%E0%A4token=t', null],
  ['/profile', 'access_token=a', { credentials: null, query: '' }],
  ['/profile', 'refresh_token=r&x=1', { credentials: null, query: 'x=1' }],
  ['/profile', 'access_token=a%0d%0ax&refresh_token=r', { credentials: null, query: '' }],
  ['/profile', 'token=&x=1', { credentials: null, query: 'x=1' }],
  ['/profile', 'token=t&app-identity=ios', { credentials: permanent('t'), query: 'app-identity=ios' }],
  ['/profile', 'Token=t', null],
  ['/profile', 'mytoken=t', null],
  ['/change-email', 'token=t', null],
  ['/change-email/confirm', 'token=t&access_token=a&refresh_token=r', { credentials: null, query: 'token=t' }],
  ['/change-email', 'access_token=a', { credentials: null, query: '' }],
  ['/change-emails', 'token=t', { credentials: permanent('t'), query: '' }],
  ['/h/to-app', 'permanent_access_token=t', null],
  ['/h/redirect-to-app', 'token=t&app_url=skerry', null],
  ['/h/to-app', 'token=t&access_token=a&refresh_token=r', { credentials: pair, query: 'token=t' }],
  ['/h/to-chrome', 'token=t', { credentials: permanent('t'), query: '' }],
  ['/Change-Email', 'token=t', null],
  ['/change%2Demail', 'token=t', null],
  ['/H/To-App', 'token=t', null],
  ['/%zz', 'token=t', { credentials: permanent('t'), query: '' }],
])('finds the credentials in %s?%s', (path, query, expected) => {
  expect(takeUrlCredentials(path, query)).toEqual(expected && { ...expected, isOfPayment: false });
});

const bytes = '~~~???>>>';
test.each([
  [identity('a|b|t'), 't', 'app-identity=read'],
  [`x=1&${identity('a|b|t')}&y=%20`, 't', 'x=1&app-identity=read&y=%20'],
  [`app%2Didentity=${btoa('a|b|t')}`, 't', 'app-identity=read'],
  [`${identity('a|b|t')}&${identity('a|b|u')}`, 't', 'app-identity=read&app-identity=read'],
  [`app-identity=${btoa(`a|b|${bytes}`)}`, bytes, 'app-identity=read'],
  [`app-identity=${Buffer.from(`a|b|${bytes}`).toString('base64url')}`, bytes, 'app-identity=read'],
  [`token=s&${identity('a|b|t')}`, 's', 'app-identity=read'],
])('finds the permanent token of a payment in %s', (query, token, kept) => {
  const found = { credentials: permanent(token), query: kept, isOfPayment: true };
  expect(takeUrlCredentials('/payment/success', query)).toEqual(found);
  expect(takeUrlCredentials('/payment/success/', query)).toEqual(found);
  expect(takeUrlCredentials('/Payment/%73uccess', query), 'as the client’s router reads it').toEqual(found);
});

test.each([
  ['/payment/success', identity('a|b|')],
  ['/payment/success', identity('a|t')],
  ['/payment/success', identity('a|b|t|c')],
  ['/payment/success', 'app-identity=not-base64!'],
  ['/payment/success', 'app-identity='],
  ['/payment/success', 'app-identity=read'],
  ['/profile', identity('a|b|t')],
  ['/payment', identity('a|b|t')],
])('finds no token of a payment in %s?%s', (path, query) => {
  expect(takeUrlCredentials(path, query)).toBeNull();
});
