import { createStore } from '../store.ts';
import { beginSession, type Deletion, endSession, sessionTag } from './session.ts';
import { recordSessionChange } from './session-changes.ts';
import type { SignInErrorCode } from './sign-in-error-code.ts';

/**
 * `signed-out`: the user signed out. `changed`: a write changed the account. `signedIn` carries the session's tag,
 * `ended` and `deleted` what the sign-in page shows.
 */
type TabMessage =
  | 'signed-out'
  | 'changed'
  | { readonly signedIn: string | null }
  | { readonly ended: SignInErrorCode }
  | { readonly deleted: Deletion };

const channel = openChannel();

/** Counts the changes that other tabs made to the account. */
export const remoteChanges = createStore(0);

/** Notifies the other tabs of this browser. */
export function notifyTabs(message: TabMessage): void {
  if (message !== 'changed') recordSessionChange();
  channel?.postMessage(message);
}

/** Makes the other tabs drop what they hold, and load this tab's account. */
export const notifySignIn = (): void => notifyTabs({ signedIn: sessionTag.get() });

/** Signs in and out together with the other tabs. */
export function followTabs(): void {
  if (!channel) return;
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data === 'signed-out') endSession(null);
    else if (typeof data === 'object' && 'signedIn' in data) {
      sessionTag.set(data.signedIn);
      beginSession();
    } else if (typeof data === 'object' && 'deleted' in data) endSession(null, data.deleted);
    else if (typeof data === 'object' && 'ended' in data) endSession(data.ended);
    else if (data === 'changed') remoteChanges.set(remoteChanges.get() + 1);
  };
}

/** Null if the browser blocks cookies: Firefox then rejects channels too. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('session');
  } catch {
    return null;
  }
}
