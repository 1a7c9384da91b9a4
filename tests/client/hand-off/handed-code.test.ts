import { expect, test } from 'vitest';
import { readHandedCode } from '../../../client/src/features/hand-off/handed-code.ts';

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
])('%s goes to %s', (search, target) => {
  const handed = readHandedCode(search, own);
  expect(handed).toEqual({ target, code: target === 'error' ? null : '123456' });
});
