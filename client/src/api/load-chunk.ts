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

export type LazyPart<Props> = ComponentType<Props> & {
  /** Loads the code, so that the part renders at once. Resolves to whether it is loaded. */
  prepare(): Promise<boolean>;
};

/**
 * A page, or a part of one, whose code loads when it is first rendered or prepared.
 * @param fallback what it shows while its code loads
 * @param Missing what it shows if a reload did not help; by default the failure reaches the crash page
 */
export function lazyPart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
  Missing?: ComponentType<Props>,
): LazyPart<Props> {
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
  function LoadedPart(props: Props) {
    const [Prepared] = useState(() => loaded);
    if (Prepared) return createElement(Prepared, props);
    return createElement(Suspense, { fallback }, createElement(Lazy, props));
  }
  return Object.assign(LoadedPart, {
    prepare: () =>
      loadOnce().then(
        () => true,
        () => false,
      ),
  });
}
