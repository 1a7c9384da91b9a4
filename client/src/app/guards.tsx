import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths, sectionPath, signInErrorPath } from '../paths.ts';
import { parseCrossSiteRedirect, saveCrossSiteRedirect } from '../session/cross-site-redirect.ts';
import { saveIntendedUrl } from '../session/intended-url.ts';
import { useSession } from '../session/session.ts';

/** Pages for those who are signed in; others sign in first and come back to where they wanted to go. product.md §2 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { signedIn, endReason, generation } = useSession();
  const { pathname, search, hash } = useLocation();
  const address = pathname + search + hash;
  // Who has signed out by hand wants to go nowhere.
  const wantsToReturn = !signedIn && (endReason !== null || generation === 0);
  useEffect(() => {
    if (wantsToReturn && address !== paths.profile) saveIntendedUrl(address);
  }, [wantsToReturn, address]);
  if (signedIn) return children;
  return <Navigate to={endReason ? signInErrorPath(endReason) : paths.enter} replace />;
}

/** The sign-in area. Signed-in visitors go to the profile, which shows the error they came with, unless there is an account to restore. decisions.md §4 */
export function RequireVisitor({ children }: { children: ReactNode }) {
  const { signedIn } = useSession();
  const [arrivedSignedIn] = useState(signedIn);
  const { search } = useLocation();
  // Before the effect that navigates: the profile looks for the trip as soon as it is there.
  useLayoutEffect(() => {
    const trip = parseCrossSiteRedirect(new URLSearchParams(search));
    if (trip) saveCrossSiteRedirect(trip);
  }, [search]);
  const error = new URLSearchParams(search).get('error');
  const restores = error === 'RESTORE_ACCOUNT' || error === 'AccountDeleted';
  if (!signedIn || restores) return children;
  const profile = error === 'ErrDevicesPerAccountLimitExceeded' ? sectionPath('DEVICES') : paths.profile;
  // A sign-in on this page has settled what the error was about.
  return <Navigate to={profile} state={arrivedSignedIn && error ? { signInError: error } : undefined} replace />;
}
