import { calls } from '#shared/calls.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { scrubText, scrubUrl } from './scrub.ts';

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
export const loggedAddress = (address: string): string => hideUnknownPath(scrubUrl(address));

function hideUnknownPath(address: string): string {
  const start = address.search(/(?<![:/])\//);
  if (start === -1) return address;
  const path = address.slice(start);
  return address.slice(0, start) + (scriptPath.test(path) ? path : loggedPath(path));
}

/** Up to a query, a position in a file (`:12:34`) or the end of a sentence. */
const addressInText =
  /(?<![\w<.%~-])(?:https?:\/\/[^\s/"'`()<>]{1,255})?\/[^\s"'`()<>?#]+?(?=(?::\d{1,9}){0,2}[.,:;!]?(?:[\s"'`()<>?#]|$))/gi;

/** A text of a browser's report, such as an error's message. The addresses in it are logged like any other. */
export const loggedText = (text: string): string => scrubText(text).replace(addressInText, hideUnknownPath);
