import { createStore } from '../store.ts';
import { beginSession, type Deletion, endSession } from './session.ts';
import { recordSessionChange } from './session-changes.ts';
import type { SignInErrorCode } from './sign-in-error-code.ts';

/**
 * `signed-out`: the user signed out. `changed`: a write changed the account. `ended` and `deleted` carry what the
 * sign-in page shows.
 */
type TabMessage =
  | 'signed-in'
  | 'signed-out'
  | 'changed'
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

/** Signs in and out together with the other tabs. */
export function followTabs(): void {
  if (!channel) return;
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data === 'signed-in') beginSession();
    else if (data === 'signed-out') endSession(null);
    else if (typeof data === 'object' && 'deleted' in data) endSession(null, data.deleted);
    else if (typeof data === 'object') endSession(data.ended);
    else remoteChanges.set(remoteChanges.get() + 1);
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
