import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { clearIntendedUrl } from '../session/intended-url.ts';
import { clearCrossSiteRedirect, readPostSignInRedirect } from '../session/post-sign-in-redirect.ts';
import { start } from '../start.ts';

/** Sends a visitor who has just signed in on to where they wanted to go; true while they are on their way. */
export function usePostSignInRedirect(): boolean {
  const navigate = useNavigate();
  const [arrival, setArrival] = useState(() => readPostSignInRedirect(start.links.orderPage, location.origin));
  useEffect(() => {
    clearIntendedUrl();
    clearCrossSiteRedirect();
    if (arrival === null) return;
    if ('url' in arrival) return location.replace(arrival.url);
    navigate(arrival.path, { replace: true });
    setArrival(null);
  }, [arrival, navigate]);
  return arrival !== null;
}
