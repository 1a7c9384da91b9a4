import { afterEach, describe, expect, test, vi } from 'vitest';
import { parseAttribution } from '../../../client/src/api/attribution.ts';
import { prepareClient } from '../../support/render-client.ts';

const cookie = (value: unknown) => `theme=dark; attribution=${encodeURIComponent(JSON.stringify(value))}; x=1`;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([
  [true, { utm_source: 'mail' }],
  [false, undefined],
])('the page sends what its cookie holds only if the gateway allows it: %s', async (attribution, expected) => {
  await prepareClient({ attribution });
  Object.assign(document, { cookie: cookie({ utm_source: 'mail' }) });
  vi.resetModules();
  const { readAttribution } = await import('../../../client/src/api/attribution.ts');
  expect(readAttribution()).toEqual(expected);
});

describe('the attribution', () => {
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
