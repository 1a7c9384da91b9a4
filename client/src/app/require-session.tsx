import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { enterWithMarker, paths } from '../paths.ts';
import { keepIntendedUrl } from '../session/intended-url.ts';
import { useSession } from '../session/session.ts';

/** Pages for those who are signed in; others sign in first and come back to where they wanted to go. product.md §2 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { signedIn, marker, number } = useSession();
  const { pathname, search, hash } = useLocation();
  const address = pathname + search + hash;
  // Who has signed out by hand wants to go nowhere.
  const wantsToReturn = !signedIn && (marker !== null || number === 0);
  useEffect(() => {
    if (wantsToReturn && address !== paths.profile) keepIntendedUrl(address);
  }, [wantsToReturn, address]);
  if (signedIn) return children;
  return <Navigate to={marker ? enterWithMarker(marker) : paths.enter} replace />;
}
