import { expect, test, vi } from 'vitest';
import { checkInterleavings } from './check.ts';
import { loadWithFault, realCode } from './gateway-code.ts';
import { plantedFaults } from './planted-faults.ts';

// About 3 ms for each schedule, and more on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const seed = 20_261_122;

test('sessions keep their promises in 2,000 orders of requests, store commands, refreshes and crashes', async () => {
  expect(await checkInterleavings(realCode, { seed, numRuns: 2_000 })).toBeNull();
});

test.each(plantedFaults)('a planted fault is found: $name', async (fault) => {
  const failure = await checkInterleavings(await loadWithFault(fault), { seed, numRuns: 10_000, shrinks: false });
  expect(failure?.message.split(':')[0]).toBe(fault.violates);
});

test('seed and path repeat a shrunk failure', async () => {
  const code = await loadWithFault(plantedFaults[0] as (typeof plantedFaults)[number]);
  const failure = await checkInterleavings(code, { seed, numRuns: 2_000 });
  const repeated = await checkInterleavings(code, { seed, numRuns: 1, path: failure?.path ?? '' });
  expect(failure?.path).toMatch(/^\d+(:\d+)+$/);
  expect(repeated?.counterexample).toBe(failure?.counterexample);
  expect(repeated?.message).toBe(failure?.message);
});
