import { RequestProblem } from './request-problem.ts';

/**
 * A member of a response that the page cannot do without.
 * @throws {RequestProblem} if it is missing, empty or not a text
 */
export function requireText(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new RequestProblem(502, null, null, null);
  return value;
}
