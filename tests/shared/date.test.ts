import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDate } from '#shared/date.ts';

const date = new Date('2026-12-14T09:26:53Z');

test.each([
  ['RFC 3339', '2026-12-14T09:26:53Z'],
  ['RFC 3339 with an offset', '2026-12-14T11:26:53+02:00'],
  ['RFC 3339 with a fraction of nine digits', '2026-12-14T09:26:53.000000000Z'],
  ['RFC 3339 in lower case', '2026-12-14t09:26:53z'],
  ['RFC 3339 with a space', '2026-12-14 09:26:53Z'],
  ['epoch seconds', 1797240413],
  ['epoch milliseconds', 1797240413000],
])('parses %s', (_, value) => {
  expect(readDate(value)).toEqual(date);
});

test.each([null, undefined, '', 'tomorrow', '2026-12-14', '12/14/2026', '2026-13-01T00:00:00Z', Number.NaN, Infinity])(
  '%j is not a date',
  (value) => {
    expect(readDate(value)).toBeNull();
  },
);

test('parses every date of this century in all three forms', () => {
  const between = { min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true };
  fc.assert(
    fc.property(fc.date(between), (date) => {
      const wholeSecond = new Date(Math.floor(date.getTime() / 1000) * 1000);
      expect(readDate(date.toISOString())).toEqual(date);
      expect(readDate(date.getTime())).toEqual(date);
      expect(readDate(wholeSecond.getTime() / 1000)).toEqual(wholeSecond);
    }),
  );
});
