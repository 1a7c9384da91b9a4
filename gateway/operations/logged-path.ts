import { calls } from '#shared/calls.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { scrubUrl } from './scrub.ts';

const known: ReadonlySet<string> = new Set([
  ...Object.values(pagePaths),
  ...Object.values(calls).map(({ path }) => path),
  '/session',
]);

/**
 * The path of a page of the client, or of a call. Any other one may hold whatever its sender put there, a token for
 * example. decisions.md §3, Logs
 */
export const loggedPath = (path: string): string => (known.has(path) ? path : '/*');

const scriptPath = /^\/assets\/[\w.-]+\.js$/;

/** The address of a page, a call or one of our scripts in a browser's report, with or without its origin. */
export function loggedAddress(address: string): string {
  const scrubbed = scrubUrl(address);
  const start = scrubbed.search(/(?<![:/])\//);
  if (start === -1) return scrubbed;
  const path = scrubbed.slice(start);
  return scrubbed.slice(0, start) + (scriptPath.test(path) ? path : loggedPath(path));
}
