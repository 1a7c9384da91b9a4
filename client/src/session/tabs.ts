import type { SignInError } from '../paths.ts';
import { beginSession, type Deletion, endSession } from './session.ts';

/** `signed-out` is by hand; other ends of a session carry what the sign-in page says about them. */
type News = 'signed-in' | 'signed-out' | 'changed' | { readonly ended: SignInError } | { readonly deleted: Deletion };

const channel = openChannel();
const changeListeners = new Set<() => void>();

/** Tells the other tabs of this browser. */
export const notifyTabs = (news: News): void => channel?.postMessage(news);

/** Called when another tab has changed something about the account. */
export function onRemoteChange(listener: () => void): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

/** Follows the other tabs: signs out and in with them. */
export function followTabs(): void {
  if (!channel) return;
  channel.onmessage = ({ data }: MessageEvent<News>) => {
    if (data === 'signed-in') beginSession();
    else if (data === 'signed-out') endSession(null);
    else if (typeof data === 'object' && 'deleted' in data) endSession(null, data.deleted);
    else if (typeof data === 'object') endSession(data.ended);
    else for (const listener of changeListeners) listener();
  };
}

/** Null where the browser blocks cookies: Firefox then refuses channels too. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('session');
  } catch {
    return null;
  }
}
