import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react';
import { tabStorage } from '../storage.ts';

/**
 * Loads code on demand. A release may have removed the old files: the first failure reloads the page, once per chunk. A
 * later failure rejects.
 * @param name identifies the chunk, so that other chunks do not reset its reload
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
    // The page is reloading: render nothing until then.
    return await new Promise<never>(() => undefined);
  }
}

export type LazyPage<Props> = ComponentType<Props> & {
  /** Loads the code, so that the page renders at once. Resolves to whether it is loaded. */
  prepare(): Promise<boolean>;
};

/**
 * A component whose code loads when it is first rendered or prepared.
 * @param fallback what it shows while its code loads
 * @param Missing what it shows if a reload did not help; by default the failure reaches the crash page
 */
export function lazyPage<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
  Missing?: ComponentType<Props>,
): LazyPage<Props> {
  let loaded: ComponentType<Props> | null = null;
  const loadOnce = async () => {
    loaded = await loadChunk(name, load);
    return { default: loaded };
  };
  const loadOrReplace = () =>
    loadOnce().catch((error) => {
      if (!Missing) throw error;
      return { default: Missing };
    });
  const Lazy = lazy(loadOrReplace) as ComponentType<Props>;
  function Page(props: Props) {
    const [Prepared] = useState(() => loaded);
    if (Prepared) return createElement(Prepared, props);
    return createElement(Suspense, { fallback }, createElement(Lazy, props));
  }
  return Object.assign(Page, {
    prepare: () =>
      loadOnce().then(
        () => true,
        () => false,
      ),
  });
}

/** Runs low-priority work. Safari has no requestIdleCallback. */
export const whenIdle = (run: () => void): unknown =>
  (window.requestIdleCallback ?? ((later) => setTimeout(later, 2000)))(run);
