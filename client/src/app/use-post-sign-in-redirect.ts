import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { readPostSignInRedirect } from '../session/post-sign-in-redirect.ts';
import { clearCrossSiteRedirect } from '../session/read-cross-site-redirect.ts';
import { clearIntendedUrl } from '../session/read-intended-url.ts';
import { start } from '../start.ts';

/** Redirects a user who just signed in to where they wanted to go. Returns true while the redirect is running. */
export function usePostSignInRedirect(): boolean {
  const navigate = useNavigate();
  const [redirect, setRedirect] = useState(() => readPostSignInRedirect(start.links.orderPage, location.origin));
  useEffect(() => {
    clearIntendedUrl();
    clearCrossSiteRedirect();
    if (redirect === null) return;
    if ('url' in redirect) return location.replace(redirect.url);
    navigate(redirect.path, { replace: true });
    setRedirect(null);
  }, [redirect, navigate]);
  return redirect !== null;
}
