import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/**
 * Whether this render must match the page that was painted before the code had started, at build time or while it is
 * hydrated. It knows nothing about the visitor.
 */
export const useIsPainted = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );

/** Calls back with the text that was typed into a painted field, once, before the browser paints again. */
export function useHydratedField(field: RefObject<HTMLInputElement | null>, onHydrated: (typed: string) => void): void {
  const isPainted = useIsPainted();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render can be a painted one.
  useLayoutEffect(() => {
    if (isPainted) onHydrated(field.current?.value ?? '');
  }, []);
}
