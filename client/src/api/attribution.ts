import { attributionNames } from '#shared/attribution.ts';
import type { Attribution } from '#shared/sign-in.ts';
import { start } from '../start.ts';

/** Where the visitor came from, from the gateway's cookie. Undefined when unknown or not allowed. */
export function readAttribution(): Attribution | undefined {
  return start.attribution ? parseAttribution(document.cookie) : undefined;
}

/**
 * Parses the attribution cookie. Undefined when it holds nothing known.
 * @param cookies `document.cookie`
 */
export function parseAttribution(cookies: string): Attribution | undefined {
  const text = /(?:^|;\s*)attribution=([^;]*)/.exec(cookies)?.[1];
  if (!text) return undefined;
  const parsed = parseRecord(text);
  // `irclickid` is an alias of `clickid`, which takes precedence. product.md §3
  const values: Record<string, unknown> = { ...parsed, clickid: parsed.clickid ?? parsed.irclickid };
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
