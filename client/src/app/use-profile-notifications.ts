import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { readDate } from '#shared/date.ts';
import type { Profile } from '#shared/profile.ts';
import { paths } from '../paths.ts';
import { accountLabel } from '../profile/profile-rules.ts';
import { saveLastSignInMethod } from '../session/last-sign-in-method.ts';
import { rememberSession } from '../session/remember-session.ts';
import { signInEventName, takeSignIn } from '../session/sign-in-event.ts';
import { takeIgnoredLink, takeLinkSignIn } from '../session/signed-in-by-url.ts';
import { claimAccountNotice, noticeMs } from '../session/unconfirmed-account.ts';
import { start } from '../start.ts';
import { showToast, toasts } from '../toasts/toast-queue.ts';

declare global {
  interface Window {
    dataLayer?: object[];
  }
}

/**
 * Toasts for a changed email, for a sign-in by link, and for one in a tab that was closed before the response; the
 * sign-in event for analytics. product.md §2, decisions.md §3, Sign-in by URL
 * @returns whether a link had credentials that were not used, because the visitor was signed in already
 */
export function useProfileNotifications(profile: Profile | undefined): boolean {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [linkIgnored, setLinkIgnored] = useState(false);
  const notification = new URLSearchParams(search).get('profile_notif');
  useEffect(() => {
    if (notification === null) return;
    if (notification === 'emailChanged') showToast('ok', 'toast.emailChanged');
    navigate(paths.profile, { replace: true });
  }, [notification, navigate]);
  useEffect(() => {
    if (!profile) return;
    const isSameSession = rememberSession();
    const notify = () => {
      // The profile of the next account has not been read yet.
      if (!isSameSession()) return;
      const byUrl = takeLinkSignIn();
      if (takeIgnoredLink()) setLinkIgnored(true);
      // Not while another toast is shown: this one would have to wait, and its three seconds would pass unseen.
      else if (!document.hidden && toasts.get().length === 0 && claimAccountNotice())
        showToast('ok', 'toast.signedInAs', { email: accountLabel(profile) });
      // Social sign-in comes back with a token pair in the URL.
      if (byUrl && start.session.authType) saveLastSignInMethod(start.session.authType);
      if ((takeSignIn() || byUrl) && start.attribution) pushToDataLayer(profile);
    };
    notify();
    document.addEventListener('visibilitychange', notify);
    const stopWaiting = toasts.subscribe(notify);
    // A page that was left too early has claimed the notice.
    const again = setTimeout(notify, noticeMs);
    return () => {
      document.removeEventListener('visibilitychange', notify);
      stopWaiting();
      clearTimeout(again);
    };
  }, [profile]);
  return linkIgnored;
}

/** Pushes to `dataLayer` only; the site owner's scripts read it. decisions.md §4 */
function pushToDataLayer({ registration_date, type }: Profile): void {
  window.dataLayer ??= [];
  window.dataLayer.push({ event: signInEventName(readDate(registration_date), Date.now()), account_type: type });
}
