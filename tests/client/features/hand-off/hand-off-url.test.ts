import { expect, test } from 'vitest';
import {
  buildAppUrl,
  hasPermanentToken,
  readOneTimeCode,
} from '../../../../client/src/features/hand-off/hand-off-url.ts';

const schemes = ['skerry', 'skerry-setapp', 'skerry-beta'];

test.each([
  ['', 'skerry://'],
  ['?app_url=skerry%3A%2F%2Fopen', 'skerry://open'],
  ['?app_url=skerry-setapp%3A%2F%2Fa%2Fb%3Fc%3Dd', 'skerry-setapp://a/b?c=d'],
  ['?app_url=skerry-beta%3A%2F%2F', 'skerry-beta://'],
  ['?app_url=SKERRY%3A%2F%2Fopen', 'skerry://open'],
  ['?app_url=javascript%3Aalert(1)', 'skerry://'],
  ['?app_url=https%3A%2F%2Fevil.example', 'skerry://'],
  ['?app_url=skerry-evil%3A%2F%2Fopen', 'skerry://'],
  ['?app_url=open', 'skerry://'],
  ['?plan=binge&app_url=skerry%3A%2F%2Fopen%3Fa%3D1&lang=uk', 'skerry://open?a=1&plan=binge&lang=uk'],
  ['?permanent_access_token=abc', 'skerry://?permanent_access_token=abc'],
  ['?app_url=skerry%3A%2F%2Fa&app_url=https%3A%2F%2Fevil.example', 'skerry://a'],
])('%s opens %s', (search, url) => {
  expect(buildAppUrl(search, schemes)).toBe(url);
});

test('a fresh token is added to the other parameters', () => {
  expect(buildAppUrl('?app_url=skerry%3A%2F%2Fopen&a=1', schemes, 'a b&c')).toBe('skerry://open?a=1&token=a+b%26c');
});

test.each(['token', 'permanent_access_token', 'PERMANENT_TOKEN'])(
  'an address with %s contains the token itself',
  (name) => {
    expect(hasPermanentToken(`?${name}=abc`)).toBe(true);
    expect(hasPermanentToken(`?${name}=`)).toBe(false);
  },
);

const own = 'skerry.site.account';

test.each([
  ['?otc-code=123456&app-identity=skerry.site.account', 'web'],
  ['?otc-code=123456&app-identity=skerry.site.order', 'web'],
  ['?OTC_CODE=123456&app-identity=skerry.site.main', 'web'],
  ['?otc-code=123456', 'app'],
  ['?otc-code=123456&app-identity=ios', 'app'],
  ['?otc-code=123456&app-identity=skerry.site.evil', 'app'],
  ['?otc-code=123456&app-identity=other.site.account', 'app'],
  ['', 'error'],
  ['?otc-code=', 'error'],
  ['?otc-code=12345', 'error'],
  ['?otc-code=1234567', 'error'],
  ['?otc-code=12a456', 'error'],
])('the code of %s is for %s', (search, target) => {
  const handed = readOneTimeCode(search, own);
  expect(handed).toEqual({ target, code: target === 'error' ? null : '123456' });
});
