import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react';
import { tabStorage } from '../storage.ts';
import { rememberUserActions } from '../ui/user-actions.ts';
import { refetchPreloaded } from './reload-page.ts';

/** Identifies this page until it is reloaded. */
const page = String(performance.timeOrigin);

/** Stylesheets that could not be loaded. */
const missingStyles = new Set<HTMLLinkElement>();
globalThis.addEventListener?.(
  'error',
  ({ target }) => {
    const link = target as HTMLLinkElement;
    if (link.rel === 'stylesheet') missingStyles.add(link);
  },
  true,
);

/** Requests them again, which Vite's loader does not. Never rejects: the page works without them. */
const loadMissingStyles = () =>
  Promise.all(
    [...missingStyles].map((missing) => {
      missingStyles.delete(missing);
      const link = missing.cloneNode() as HTMLLinkElement;
      missing.replaceWith(link);
      return new Promise((resolve) => {
        link.onload = link.onerror = resolve;
      });
    }),
  );

/**
 * Loads code when the user asks for it. A release may have removed the old files: the first failure reloads the page,
 * once per chunk. A later failure rejects, but the next one on the same page reloads it again: Firefox never requests a
 * file again whose import has failed.
 * @param name identifies the chunk, so that other chunks do not reset its reload
 */
export const loadChunk = <Part>(name: string, load: () => Promise<Part>): Promise<Part> =>
  loadOrReload(name, load, page);

/**
 * @param reloadable also reloads this page if the chunk has failed on it before
 * @param hasUserActed whether the user has acted since the page began to wait for the chunk
 */
async function loadOrReload<Part>(
  name: string,
  load: () => Promise<Part>,
  reloadable?: string,
  hasUserActed = rememberUserActions(),
): Promise<Part> {
  const key = `failed ${name}`;
  try {
    const part = await load();
    await loadMissingStyles();
    tabStorage.remove(key);
    return part;
  } catch (error) {
    // A reload would lose what the user does meanwhile.
    if (hasUserActed()) throw error;
    const failedOn = tabStorage.read(key);
    const mayReload = failedOn === null || failedOn === reloadable;
    // Without storage nothing would end the loop of reloads.
    if (!tabStorage.write(key, page) || !mayReload || !(await canReload()) || hasUserActed()) throw error;
    location.reload();
    // The page is reloading: render nothing until then.
    return await new Promise<never>(() => undefined);
  }
}

/** Browsers can be offline without noticing. The user would lose the page. */
export const canReload = (): Promise<boolean> =>
  fetch(location.pathname, { method: 'HEAD', signal: AbortSignal.timeout(5_000) }).then(
    async ({ ok }) => {
      if (ok) await refetchPreloaded();
      return ok;
    },
    () => false,
  );

export type LazyPart<Props> = ComponentType<Props> & {
  /**
   * Loads the code, so that the part renders at once. Resolves to whether it is loaded.
   * @param hasUserActed whether the user has acted since the page began to wait for it
   */
  prepare(hasUserActed: () => boolean): Promise<boolean>;
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
  const loadOnce = async (hasUserActed?: () => boolean) => {
    loaded = await loadOrReload(name, load, undefined, hasUserActed);
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
    prepare: (hasUserActed: () => boolean) =>
      loadOnce(hasUserActed).then(
        () => true,
        () => false,
      ),
  });
}
