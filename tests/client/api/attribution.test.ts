import { describe, expect, test } from 'vitest';
import { parseAttribution } from '../../../client/src/api/attribution.ts';

describe('the attribution', () => {
  const cookie = (value: unknown) => `theme=dark; attribution=${encodeURIComponent(JSON.stringify(value))}; x=1`;

  test('contains the known fields only', () => {
    expect(parseAttribution(cookie({ utm_source: 'mail', plan: 'binge-1m', secret: 'x', funnel: 7 }))).toEqual({
      utm_source: 'mail',
      plan: 'binge-1m',
    });
  });

  test('uses irclickid when there is no clickid', () => {
    expect(parseAttribution(cookie({ irclickid: 'b' }))).toEqual({ clickid: 'b' });
    expect(parseAttribution(cookie({ clickid: 'a', irclickid: 'b' }))).toEqual({ clickid: 'a' });
  });

  test.each(['', 'attribution=', 'attribution=%7Bbroken', 'attribution=%22text%22', cookie({})])(
    'is empty for "%s"',
    (cookies) => {
      expect(parseAttribution(cookies)).toBeUndefined();
    },
  );
});
