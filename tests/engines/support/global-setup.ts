import { buildIfStale } from '../../../scripts/build.ts';

/** Vitest's global setup. */
export const setup = buildIfStale;
