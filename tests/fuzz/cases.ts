import fc, { type Parameters } from 'fast-check';
import { vi } from 'vitest';

const runs = Number(process.env.FUZZ_RUNS || 200);
const seed = Number(process.env.FUZZ_SEED || 20_261_120);

// Many cases take as long as they take, and a few on a busy machine longer than a test has by itself.
vi.setConfig({ testTimeout: process.env.FUZZ_RUNS ? 0 : 180_000, hookTimeout: 180_000 });

/**
 * How many cases, and from which seed: the same few in every `npm test`, many new ones in `npm run fuzz`. A failure prints
 * the seed and the path to its case.
 * @param share of the usual number, for cases that cost more or less than a millisecond
 */
export const cases = (share = 1): Pick<Parameters<unknown>, 'numRuns' | 'seed'> => ({
  numRuns: Math.ceil(runs * share),
  seed,
});

/** One character with a code in this range. */
export const characters = (from: number, to: number): fc.Arbitrary<string> =>
  fc.integer({ min: from, max: to }).map((code) => String.fromCharCode(code));

/** Without spaces, in ASCII. */
export const printable = characters(0x21, 0x7e);
/** One for each byte. */
export const anyByte = characters(0, 0xff);
