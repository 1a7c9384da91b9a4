import type { SessionState } from '#shared/start.ts';
import { isFromGateway } from '../api/request-problem.ts';
import { rememberSession } from './remember-session.ts';
import { beginSession, endSession, readSession, sessionTag } from './session.ts';
import { knowSessionChanges } from './session-changes.ts';
import { sessionTagHeader, sessionUrl } from './session-url.ts';

/**
 * A page from the browser's back-forward cache may be older than its session, or belong to an earlier account. It is
 * hidden when it is left, so that no frame shows it before the check.
 */
export function recheckOnRestore(): void {
  const { style } = document.documentElement;
  addEventListener('pagehide', () => {
    if (readSession().signedIn) style.visibility = 'hidden';
  });
  addEventListener('pageshow', async (event) => {
    if (event.persisted) await recheckSession({ isOldPage: true });
    style.visibility = '';
  });
}

interface FoundSession extends SessionState {
  readonly tag: string | null;
}

/**
 * What the gateway says of the session; null without its response, and while it deletes cookies that another host has
 * set beside its own.
 */
const askGateway = (repeats = 2): Promise<FoundSession | null> =>
  fetch(sessionUrl, { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    .then(async (response) => {
      if (!response.ok || !isFromGateway(response)) return null;
      if (response.headers.has('retry-after')) return repeats > 0 ? askGateway(repeats - 1) : null;
      return { ...((await response.json()) as SessionState), tag: response.headers.get(sessionTagHeader) };
    })
    .catch(() => null);

/** After a call without cookies: this page was loaded while a sign-out or a deletion was on its way. */
export async function endLostSession(): Promise<void> {
  if (await isSessionLost(rememberSession())) endSession('SIGNED_OUT');
}

/** Whether this page's session has ended without its knowledge. False without a response. */
export const isSessionLost = async (isSameSession: () => boolean): Promise<boolean> =>
  (await askGateway())?.signedIn === false && isSameSession();

/**
 * Asks the gateway whether there is a session. Unless it is the same, what this page holds belongs to an earlier one.
 * @param options.isOldPage it may also be out of date
 */
export async function recheckSession({ isOldPage = false } = {}): Promise<void> {
  const tagBefore = sessionTag.get();
  const found = await askGateway();
  if (found) sessionTag.set(found.tag);
  const { signedIn } = readSession();
  const isSame = signedIn && found?.signedIn && tagBefore !== null && found.tag === tagBefore;
  // A sign-out of another tab has failed, for example: what the user has typed stays.
  if (isSame && !isOldPage) knowSessionChanges();
  // Without a response too: loading the account again shows the error and a retry button.
  else if (found?.signedIn ?? signedIn) beginSession();
  else endSession(null);
  // React renders the change before the next task.
  await new Promise((resolve) => setTimeout(resolve));
}
