import { type ComponentType, lazy } from 'react';
import { tabStorage } from '../storage.ts';

/**
 * Fetches code that is wanted only now. After a release the old files may be gone: one reload, and only one for each part,
 * fetches the new page; what still fails then rejects.
 * @param name of the part: others that load in the meantime do not give it another reload
 */
export async function loadChunk<Part>(name: string, load: () => Promise<Part>): Promise<Part> {
  const key = `reloaded-for ${name}`;
  try {
    const part = await load();
    tabStorage.remove(key);
    return part;
  } catch (error) {
    if (tabStorage.read(key) !== null || !navigator.onLine) throw error;
    // Without storage nothing would end the loop of reloads.
    if (!tabStorage.write(key, 'yes')) throw error;
    location.reload();
    // The page is leaving; nothing is to appear before it has.
    return await new Promise<never>(() => undefined);
  }
}

/** A page whose code is fetched when it is first shown; what fails, after one reload, reaches the crash page. */
export const lazyPage = <Props>(name: string, load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadChunk(name, load) }));

/** Runs what nobody waits for. Safari has no requestIdleCallback. */
export const whenIdle = (run: () => void): unknown =>
  (window.requestIdleCallback ?? ((later) => setTimeout(later, 2000)))(run);
