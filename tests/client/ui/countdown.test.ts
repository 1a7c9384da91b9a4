import { expect, test } from 'vitest';
import { formatClock } from '../../../client/src/ui/countdown.tsx';

test.each([
  [59, 1, '0:59'],
  [7, 1, '0:07'],
  [0, 1, '0:00'],
  [180, 2, '03:00'],
  [161, 2, '02:41'],
  [60, 1, '1:00'],
] as const)('formats %i seconds with %i minute digits as %s', (seconds, digits, shown) => {
  expect(formatClock(seconds, digits)).toBe(shown);
});
