import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/**
 * Whether this render must match the prerendered page: at build time, or while the client hydrates it.
 * That page knows nothing about the visitor.
 */
export const useIsHydrating = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );

/** Calls back with the text that was typed into a prerendered field, once, before the browser paints again. */
export function useHydratedField(field: RefObject<HTMLInputElement | null>, onHydrated: (typed: string) => void): void {
  const isHydrating = useIsHydrating();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render can hydrate.
  useLayoutEffect(() => {
    if (isHydrating) onHydrated(field.current?.value ?? '');
  }, []);
}
