import { markAccountSeen } from '../session/account-seen.ts';
import { isDeliberatePress } from '../session/is-deliberate-press.ts';
import { showToast } from '../toasts/toast-queue.ts';

/**
 * Names the account that a link has signed in, as soon as the page is visible. It counts as seen when the user then
 * uses the page: another site can open the link in a hidden tab, or in a window too small to notice.
 * @param name its email, or its id
 */
export function introduceAccount(name: string): void {
  if (document.visibilityState === 'hidden') {
    document.addEventListener('visibilitychange', () => introduceAccount(name), { once: true });
    return;
  }
  showToast('ok', 'toast.signedInAs', { email: name });
  const used = new AbortController();
  const markAsSeen = () => {
    if (!isDeliberatePress()) return;
    used.abort();
    markAccountSeen();
  };
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, markAsSeen, { signal: used.signal });
}
