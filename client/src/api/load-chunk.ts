import { type ComponentType, lazy } from 'react';

/**
 * Loads code on demand. A release may have removed the old files: the first failure reloads the page, once per chunk. A
 * later failure rejects.
 * @param name identifies the chunk, so that other chunks do not reset its reload
 */
export async function loadChunk<Part>(name: string, load: () => Promise<Part>): Promise<Part> {
  const key = `reloaded-for ${name}`;
  try {
    const part = await load();
    sessionStorage.removeItem(key);
    return part;
  } catch (error) {
    if (sessionStorage.getItem(key) !== null || !navigator.onLine) throw error;
    sessionStorage.setItem(key, 'yes');
    location.reload();
    // The page is reloading: render nothing until then.
    return await new Promise<never>(() => undefined);
  }
}

/**
 * A component whose code loads when it is first rendered. A failure that remains after one reload reaches the crash
 * page.
 */
export const lazyPage = <Props>(name: string, load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadChunk(name, load) }));

/** Runs low-priority work. Safari has no requestIdleCallback. */
export const whenIdle = (run: () => void): unknown =>
  (window.requestIdleCallback ?? ((later) => setTimeout(later, 2000)))(run);
