import fc, { type Parameters } from 'fast-check';
import { vi } from 'vitest';

const runs = Number(process.env.FUZZ_RUNS || 200);
const seed = Number(process.env.FUZZ_SEED || 20_261_120);

// Many cases have no time limit; on a busy machine, even a few can exceed the default one.
vi.setConfig({ testTimeout: process.env.FUZZ_RUNS ? 0 : 180_000, hookTimeout: 180_000 });

/**
 * Number of cases and seed: the same few in every `npm test`, many new ones in `npm run fuzz`. A failure prints the
 * seed and the path to its case.
 * @param share multiplies the usual number, for cases that take more or less than a millisecond
 */
export const cases = (share = 1): Pick<Parameters<unknown>, 'numRuns' | 'seed'> => ({
  numRuns: Math.ceil(runs * share),
  seed,
});

/** One character with a code in this range. */
export const characters = (from: number, to: number): fc.Arbitrary<string> =>
  fc.integer({ min: from, max: to }).map((code) => String.fromCharCode(code));

/** ASCII without spaces. */
export const printable = characters(0x21, 0x7e);
/** One character per byte value. */
export const anyByte = characters(0, 0xff);
