import { buildIfStale } from '../../../scripts/build.ts';

/** Playwright's global setup. */
export default buildIfStale;
