import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { readPostSignInRedirect } from '../session/post-sign-in-redirect.ts';
import { clearCrossSiteRedirect } from '../session/read-cross-site-redirect.ts';
import { clearIntendedUrl } from '../session/read-intended-url.ts';
import { isAccountUnnamed, noticesShown } from '../session/unconfirmed-account.ts';
import { start } from '../start.ts';
import { useStoreValue } from '../store.ts';

/**
 * Redirects a user who just signed in to where they wanted to go. To a page that replaces this one only once it has
 * named an account that a link has signed in.
 */
export function usePostSignInRedirect(): { readonly redirecting: boolean; readonly isNaming: boolean } {
  const navigate = useNavigate();
  // Until the next page has loaded, the location is still the old one.
  const { key } = useLocation();
  const [firstKey] = useState(key);
  const [redirect] = useState(() => readPostSignInRedirect(start.links.orderPage, location.origin));
  const redirecting = redirect !== null && key === firstKey;
  const isNaming = useStoreValue(noticesShown, isAccountUnnamed) && redirecting && !redirect.startsWith('/');
  useEffect(() => {
    if (isNaming) return;
    clearIntendedUrl();
    clearCrossSiteRedirect();
    if (!redirecting) return;
    if (redirect.startsWith('/')) navigate(redirect, { replace: true });
    else location.replace(redirect);
  }, [redirect, redirecting, isNaming, navigate]);
  return { redirecting, isNaming };
}
