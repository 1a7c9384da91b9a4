import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Navigate, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
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
  const isOutdated = useIsOutdated();
  // A layout effect, because the profile reads the redirect right after the navigation below.
  useLayoutEffect(() => {
    // Back must not hand over a second time.
    if (arrivedSignedIn && arrivedBy('back_forward')) return;
    const redirect = parseCrossSiteRedirect(new URLSearchParams(search));
    if (redirect) saveCrossSiteRedirect(redirect);
  }, [search, arrivedSignedIn]);
  const error = new URLSearchParams(search).get('error');
  const restores = error === 'RESTORE_ACCOUNT' || error === 'AccountDeleted';
  if (!signedIn || (restores && !isOutdated)) return children;
  // A sign-in since has settled what the error was about.
  const isSettled = !arrivedSignedIn || isOutdated || error === 'SIGNED_OUT';
  const profile = error === 'ErrDevicesPerAccountLimitExceeded' ? sectionPath('DEVICES') : paths.profile;
  return <Navigate to={profile} state={error && !isSettled ? { signInError: error } : undefined} replace />;
}

/** The key of the history entry that this document was loaded for: `default` for an entry without state. */
const firstKey = (globalThis.history?.state as { key?: string } | null)?.key ?? 'default';

/**
 * Whether this history entry may belong to an earlier session: the session has changed since it was opened, or the user
 * has come back to it. The profile, which knows the account, then says whether it is deleted.
 */
function useIsOutdated(): boolean {
  const { generation } = useSession();
  const { key } = useLocation();
  const type = useNavigationType();
  const [opened, setOpened] = useState({ key, generation });
  if (opened.key !== key) setOpened({ key, generation });
  const isFirst = key === firstKey && generation === 0 && !arrivedBy('back_forward');
  const hasComeBack = type === NavigationType.Pop && !isFirst;
  return hasComeBack || (opened.key === key && opened.generation !== generation);
}
