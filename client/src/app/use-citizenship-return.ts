import { useState } from 'react';
import { readSuccessUrl } from '../features/citizenship/success-url.ts';
import { start } from '../start.ts';

/** The parameters that our app or site adds for the citizenship verification. product.md §2 */
export interface CitizenshipReturn {
  /** Where a verified user continues; null for none, or for a URL that is not allowed. */
  readonly successUrl: string | null;
  readonly onIpad: boolean;
}

/** Reads the parameters, and keeps them when a link to another section drops them from the URL. */
export function useCitizenshipReturn(search: string): CitizenshipReturn {
  const query = new URLSearchParams(search);
  const allowed = { siteUrl: start.links.site, publicOrigin: location.origin, appUrlSchemes: start.appUrlSchemes };
  const requested = readSuccessUrl(query.get('diia_success_url'), allowed);
  const requestedOnIpad = query.get('platform') === 'ipad';
  const [saved, setSaved] = useState<CitizenshipReturn>({ successUrl: requested, onIpad: requestedOnIpad });
  const next = { successUrl: requested ?? saved.successUrl, onIpad: requestedOnIpad || saved.onIpad };
  if (next.successUrl !== saved.successUrl || next.onIpad !== saved.onIpad) setSaved(next);
  return next;
}
