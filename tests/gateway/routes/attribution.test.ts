import { describe, expect, test } from 'vitest';
import { collectAttribution, parseAttribution, writeAttribution } from '../../../gateway/routes/attribution.ts';

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
  ['/Payment/success', 'utm_source=a', {}],
  ['/%70ayment/success', 'utm_source=a', {}],
  ['/payments', 'utm_source=a', { utm_source: 'a' }],
  ['/enter', `clickid=${'x'.repeat(512)}`, { clickid: 'x'.repeat(512) }],
  ['/enter', `clickid=${'x'.repeat(513)}&plan=p`, { plan: 'p' }],
  ['/enter', 'utm_source=', {}],
  ['/enter', 'token=t', {}],
])('collects the attribution values of %s?%s', (path, query, expected) => {
  expect(collectAttribution(path, new URLSearchParams(query), 'skerry.site.account')).toEqual(expected);
});

test.each([
  [undefined, {}],
  ['nonsense', {}],
  ['%zz', {}],
  [encodeURIComponent('[1]'), {}],
  [encodeURIComponent('null'), {}],
  [encodeURIComponent('"utm_source"'), {}],
  [encodeURIComponent('7'), {}],
  [encodeURIComponent('{"utm_source":"a","evil":"b","plan":1,"code":["c"]}'), { utm_source: 'a' }],
  [encodeURIComponent('{"utm_source":"a","__proto__":{"plan":"b"}}'), { utm_source: 'a' }],
  [`{"plan":"${'x'.repeat(512)}","code":"${'x'.repeat(513)}"}`, { plan: 'x'.repeat(512) }],
  [`{"plan":"p","x":"${'x'.repeat(3_481)}"}`, { plan: 'p' }],
  [`{"plan":"p","x":"${'x'.repeat(3_482)}"}`, {}],
])('parses the cookie %s', (cookie, expected) => {
  expect(parseAttribution(cookie)).toEqual(expected);
});

describe('the cookie value', () => {
  const read = (value: string) => JSON.parse(decodeURIComponent(value));

  test('holds the latest value of each name, the most recently seen names last', () => {
    const value = writeAttribution({ utm_source: 'a', plan: 'p' }, { funnel: 'f', utm_source: 'b' });
    expect(Object.entries(read(value))).toEqual([
      ['plan', 'p'],
      ['funnel', 'f'],
      ['utm_source', 'b'],
    ]);
  });

  test('drops the least recently seen names until it has at most 3,500 bytes', () => {
    const long = 'ї'.repeat(150);
    const value = writeAttribution(
      { utm_source: long, utm_medium: long, utm_campaign: long },
      { ad_set: long, code: long },
    );
    expect(value.length).toBeLessThanOrEqual(3_500);
    expect(Object.keys(read(value))).toEqual(['utm_campaign', 'ad_set', 'code']);
  });

  test('may have exactly 3,500 bytes', () => {
    const value = (length: number) => writeAttribution({}, { plan: 'x'.repeat(length) });
    const around = value(0).length;
    expect(value(3_500 - around)).toHaveLength(3_500);
    expect(value(3_501 - around)).toBe('%7B%7D');
  });

  test('is empty if a single value is too long', () => {
    expect(writeAttribution({}, { code: '\u0000'.repeat(512) })).toBe('%7B%7D');
  });
});
