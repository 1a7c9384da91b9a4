import { isWebIdentity } from '#shared/app-identity.ts';

/** Where a one-time code of an address belongs. */
export type HandedCode =
  | { readonly target: 'web' | 'app'; readonly code: string }
  | { readonly target: 'error'; readonly code: null };

/** The code goes to the web for a site of ours, to the app for anyone else; without six digits nowhere. product.md §4 */
export function readHandedCode(search: string, ownIdentity: string): HandedCode {
  const query = new URLSearchParams(search);
  const code = (query.get('otc-code') ?? query.get('OTC_CODE') ?? '').trim();
  if (!/^\d{6}$/.test(code)) return { target: 'error', code: null };
  return { target: isWebIdentity(query.get('app-identity') ?? '', ownIdentity) ? 'web' : 'app', code };
}
