import { pagePaths } from '#shared/page-paths.ts';
import { scrubUrl } from './scrub.ts';

const pages: ReadonlySet<string> = new Set(Object.values(pagePaths));

/**
 * The path of a page of the client. Any other one may hold whatever its sender put there, a token for example.
 * decisions.md §3, Logs
 */
export const loggedPath = (path: string): string => (pages.has(path) ? path : '/*');

/** The address of a page or a script in a browser's report, with or without its origin. */
export function loggedAddress(address: string): string {
  const scrubbed = scrubUrl(address);
  const start = scrubbed.search(/(?<![:/])\//);
  if (start === -1 || scrubbed.endsWith('.js')) return scrubbed;
  return scrubbed.slice(0, start) + loggedPath(scrubbed.slice(start));
}
