import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { arrivedBy } from '../api/arrived-by.ts';
import { paths, sectionPath, signInErrorPath } from '../paths.ts';
import { parseCrossSiteRedirect, saveCrossSiteRedirect } from '../session/cross-site-redirect.ts';
import { saveIntendedUrl } from '../session/intended-url.ts';
import { useSession } from '../session/session.ts';

/** Renders pages for signed-in users. Visitors sign in first and then return to the page they opened. product.md §2 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { signedIn, endReason, generation } = useSession();
  const { pathname, search, hash } = useLocation();
  const url = pathname + search + hash;
  // A user who signed out does not want to return.
  const wantsToReturn = !signedIn && (endReason !== null || generation === 0);
  useEffect(() => {
    if (wantsToReturn && url !== paths.profile) saveIntendedUrl(url);
  }, [wantsToReturn, url]);
  if (signedIn) return children;
  return <Navigate to={endReason ? signInErrorPath(endReason) : paths.enter} replace />;
}

/**
 * Renders the sign-in area. Signed-in users continue to the profile, which shows the error they came with, unless
 * there is an account to restore. decisions.md §4
 */
export function RequireVisitor({ children }: { children: ReactNode }) {
  const { signedIn } = useSession();
  const [arrivedSignedIn] = useState(signedIn);
  const { search } = useLocation();
  // A layout effect, because the profile reads the redirect right after the navigation below.
  useLayoutEffect(() => {
    // Back must not hand over a second time.
    if (arrivedSignedIn && arrivedBy('back_forward')) return;
    const redirect = parseCrossSiteRedirect(new URLSearchParams(search));
    if (redirect) saveCrossSiteRedirect(redirect);
  }, [search, arrivedSignedIn]);
  const error = new URLSearchParams(search).get('error');
  const restores = error === 'RESTORE_ACCOUNT' || error === 'AccountDeleted';
  if (!signedIn || restores) return children;
  const profile = error === 'ErrDevicesPerAccountLimitExceeded' ? sectionPath('DEVICES') : paths.profile;
  // A sign-in on this page has settled what the error was about.
  return <Navigate to={profile} state={arrivedSignedIn && error ? { signInError: error } : undefined} replace />;
}
