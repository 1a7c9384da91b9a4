import { expect, test } from 'vitest';
import { checkInterleavings } from '../interleavings/check.ts';
import { realCode } from '../interleavings/gateway-code.ts';

// Instrumented code is several times slower.
test('sessions keep their promises in 1,000 orders of events', { timeout: 120_000 }, async () => {
  expect(await checkInterleavings(realCode, { seed: 20_261_122, numRuns: 1_000, shrinks: false })).toBeNull();
});
