import { type ComponentType, lazy } from 'react';

const key = 'reloaded-for-version';

/**
 * A page whose code is fetched when it is first shown. After a release the old files may be gone: one reload, and only
 * one, fetches the new page; what still fails then reaches the crash page.
 */
export function loadPage<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    try {
      const page = await load();
      sessionStorage.removeItem(key);
      return { default: page };
    } catch (error) {
      if (sessionStorage.getItem(key) !== null || !navigator.onLine) throw error;
      sessionStorage.setItem(key, 'yes');
      location.reload();
      // The page is leaving; nothing is to appear before it has.
      return await new Promise<never>(() => undefined);
    }
  });
}
