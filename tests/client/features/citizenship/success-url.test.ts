import { expect, test } from 'vitest';
import { readSuccessUrl } from '../../../../client/src/features/citizenship/success-url.ts';

const allowed = {
  siteUrl: 'https://skerry.example/site',
  publicOrigin: 'https://account.skerry.example',
  appUrlSchemes: ['skerry', 'skerry-beta'],
};

test.each([
  'https://skerry.example/welcome?x=1',
  'https://account.skerry.example/profile',
  'skerry://verified',
  'skerry-beta://verified?x=1',
])('%s is an allowed success URL', (url) => {
  expect(readSuccessUrl(url, allowed)).toBe(url);
});

test.each([
  null,
  '',
  'not a url',
  '/profile',
  '//skerry.example/x',
  'http://skerry.example/welcome',
  'https://skerry.example.evil.example/',
  'https://evil.example/?https://skerry.example',
  'https://skerry.example@evil.example/',
  'https://user:pass@skerry.example/',
  'https://www.skerry.example/',
  'https://account.skerry.example/session/extension',
  'https://account.skerry.example/x/../session/extension',
  'javascript:alert(1)',
  'data:text/html,x',
  'skerryx://verified',
  'intent://verified',
])('%s is ignored', (url) => {
  expect(readSuccessUrl(url, allowed)).toBeNull();
});
