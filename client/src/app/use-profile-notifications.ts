import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { readDate } from '#shared/date.ts';
import type { Profile } from '#shared/profile.ts';
import { paths } from '../paths.ts';
import { saveLastSignInMethod } from '../session/last-sign-in-method.ts';
import { consumeSignIn, signInEventName } from '../session/sign-in-event.ts';
import { consumeLinkOutcome } from '../session/signed-in-by-url.ts';
import { start } from '../start.ts';
import { showToast } from '../toasts/toast-queue.ts';

declare global {
  interface Window {
    dataLayer?: object[];
  }
}

/**
 * Toasts about how the visitor came here: a changed email, a sign-in by link. product.md §2, decisions.md §3
 * @returns whether a link had credentials that were not used, because of the session that was there
 */
export function useProfileNotifications(profile: Profile | undefined): boolean {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [linkIgnored, setLinkIgnored] = useState(false);
  const news = new URLSearchParams(search).get('profile_notif');
  useEffect(() => {
    if (news === null) return;
    if (news === 'emailChanged') showToast('ok', 'toast.emailChanged');
    navigate(paths.profile, { replace: true });
  }, [news, navigate]);
  useEffect(() => {
    if (!profile) return;
    const outcome = consumeLinkOutcome();
    const byUrl = outcome === 'url';
    if (outcome === 'kept') setLinkIgnored(true);
    // Social sign-in comes back with a token pair in the URL.
    if (byUrl && start.session.authType) saveLastSignInMethod(start.session.authType);
    if (byUrl) showToast('ok', 'toast.signedInAs', { email: profile.email });
    if ((consumeSignIn() || byUrl) && start.attribution) tellAnalytics(profile);
  }, [profile]);
  return linkIgnored;
}

/** Stays on the page, for whatever the site's owner reads there. decisions.md §4 */
function tellAnalytics({ registration_date, type }: Profile): void {
  window.dataLayer ??= [];
  window.dataLayer.push({ event: signInEventName(readDate(registration_date), Date.now()), account_type: type });
}
