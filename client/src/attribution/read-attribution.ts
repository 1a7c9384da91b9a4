import type { Attribution } from '#shared/sign-in.ts';
import { start } from '../start.ts';
import { parseAttribution } from './parse-attribution.ts';

/** Where this visitor came from, out of the cookie that the gateway keeps. Undefined when nothing is known or nobody is to know. */
export function readAttribution(): Attribution | undefined {
  return start.attribution ? parseAttribution(document.cookie) : undefined;
}
