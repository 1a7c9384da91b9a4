import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { readPostSignInRedirect } from '../session/post-sign-in-redirect.ts';
import { clearCrossSiteRedirect } from '../session/read-cross-site-redirect.ts';
import { clearIntendedUrl } from '../session/read-intended-url.ts';
import { start } from '../start.ts';

/** Redirects a user who just signed in to where they wanted to go. Returns true while the redirect is running. */
export function usePostSignInRedirect(): boolean {
  const navigate = useNavigate();
  // Until the next page has loaded, the location is still the old one.
  const { key } = useLocation();
  const [firstKey] = useState(key);
  const [redirect] = useState(() => readPostSignInRedirect(start.links.orderPage, location.origin));
  const redirecting = redirect !== null && key === firstKey;
  useEffect(() => {
    clearIntendedUrl();
    clearCrossSiteRedirect();
    if (!redirecting) return;
    if ('url' in redirect) location.replace(redirect.url);
    else navigate(redirect.path, { replace: true });
  }, [redirect, redirecting, navigate]);
  return redirecting;
}
