import { RequestProblem } from '../api/request-problem.ts';

/** Whether a write may have been carried out although its answer did not come: a timeout, a lost connection. */
export const isOutcomeUnknown = (problem: unknown): boolean =>
  problem instanceof RequestProblem && [0, 408, 502, 503, 504].includes(problem.status);
