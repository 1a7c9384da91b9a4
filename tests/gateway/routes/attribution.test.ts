import { expect, test } from 'vitest';
import { collectAttribution, parseAttribution } from '../../../gateway/routes/attribution.ts';

test.each([
  ['/enter', 'utm_source=a&utm_medium=b&x=1', { utm_source: 'a', utm_medium: 'b' }],
  ['/enter', 'irclickid=i', { clickid: 'i' }],
  ['/enter', 'irclickid=i&clickid=c', { clickid: 'c' }],
  [
    '/enter',
    'registration_source=s&plan=p&code=c&funnel=f',
    { registration_source: 's', plan: 'p', code: 'c', funnel: 'f' },
  ],
  ['/enter', 'app-identity=skerry.site.order', { 'app-identity': 'skerry.site.order' }],
  ['/enter', 'app-identity=ios', { 'app-identity': 'ios' }],
  ['/enter', 'app-identity=skerry.site.evil', {}],
  ['/enter', 'app-identity=YXxifHRva2Vu', {}],
  ['/payment', 'utm_source=a', {}],
  ['/payment/success', 'app-identity=ios&utm_source=a', {}],
  ['/payments', 'utm_source=a', { utm_source: 'a' }],
  ['/enter', `utm_source=${'x'.repeat(101)}`, {}],
  ['/enter', 'utm_source=', {}],
  ['/enter', 'token=t', {}],
])('%s?%s', (path, query, expected) => {
  expect(collectAttribution(path, new URLSearchParams(query), 'skerry.site.account')).toEqual(expected);
});

test.each([
  [undefined, {}],
  ['nonsense', {}],
  ['%zz', {}],
  [encodeURIComponent('[1]'), {}],
  [encodeURIComponent('null'), {}],
  [encodeURIComponent('{"utm_source":"a","evil":"b","plan":1}'), { utm_source: 'a' }],
])('a cookie %s', (cookie, expected) => {
  expect(parseAttribution(cookie)).toEqual(expected);
});
