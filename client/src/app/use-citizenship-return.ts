import { useState } from 'react';
import { readSuccessUrl } from '../features/citizenship/citizenship-rules.ts';
import { start } from '../start.ts';

/** What our app or site gave the page along for the verification of citizenship. product.md §2 */
export interface CitizenshipReturn {
  /** Where a verified user goes on to; null for none, or none that we lead to. */
  readonly successUrl: string | null;
  readonly onIpad: boolean;
}

/** Read from the address, and kept when a link to another section leaves it behind. */
export function useCitizenshipReturn(search: string): CitizenshipReturn {
  const query = new URLSearchParams(search);
  const allowed = { siteUrl: start.links.site, publicOrigin: location.origin, appUrlSchemes: start.appUrlSchemes };
  const asked = readSuccessUrl(query.get('diia_success_url'), allowed);
  const askedOnIpad = query.get('platform') === 'ipad';
  const [kept, setKept] = useState<CitizenshipReturn>({ successUrl: asked, onIpad: askedOnIpad });
  const next = { successUrl: asked ?? kept.successUrl, onIpad: askedOnIpad || kept.onIpad };
  if (next.successUrl !== kept.successUrl || next.onIpad !== kept.onIpad) setKept(next);
  return next;
}
