import { useEffect } from 'react';

/** Leaves for another site; Back does not return into the redirect. */
export function LeaveTo({ url }: { url: string }) {
  useEffect(() => location.replace(url), [url]);
  return null;
}
