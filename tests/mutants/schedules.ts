import { expect, test } from 'vitest';
import { checkInterleavings } from '../interleavings/check.ts';
import { realCode } from '../interleavings/gateway-code.ts';

test('sessions keep their promises in 1,000 orders of events', async () => {
  expect(await checkInterleavings(realCode, { seed: 20_261_122, numRuns: 1_000, shrinks: false })).toBeNull();
});
