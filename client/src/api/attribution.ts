import { attributionNames } from '#shared/attribution.ts';
import type { Attribution } from '#shared/sign-in.ts';
import { start } from '../start.ts';

/** Where this visitor came from, out of the cookie that the gateway keeps. Undefined when nothing is known or nobody is to know. */
export function readAttribution(): Attribution | undefined {
  return start.attribution ? parseAttribution(document.cookie) : undefined;
}

/**
 * What is known of where a visitor came from; undefined when nothing is.
 * @param cookies as in `document.cookie`
 */
export function parseAttribution(cookies: string): Attribution | undefined {
  const text = /(?:^|;\s*)attribution=([^;]*)/.exec(cookies)?.[1];
  if (!text) return undefined;
  const kept = parseRecord(text);
  // `irclickid` is another name for the same, and steps back behind it. product.md §3
  const values: Record<string, unknown> = { ...kept, clickid: kept.clickid ?? kept.irclickid };
  const known = attributionNames.flatMap((name) => (typeof values[name] === 'string' ? [[name, values[name]]] : []));
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

function parseRecord(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(decodeURIComponent(text));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
