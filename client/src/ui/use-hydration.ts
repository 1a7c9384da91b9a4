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

/** Keeps its text when React replaces the prerendered page, which an extension or a translator may have changed. */
const prerenderedField = globalThis.document?.querySelector<HTMLInputElement>('#root input');

/** Whether the events recorded before this code started have not been repeated yet (client/index.html). */
const isFirstRender = () => document.documentElement.dataset.prerendered === 'hydrate';

/** Calls back with the text that was typed into a prerendered field, once, before the browser paints again. */
export function usePrerenderedField(
  field: RefObject<HTMLInputElement | null>,
  onStarted: (typed: string) => void,
): void {
  const isHydrating = useIsHydrating();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render takes over the prerendered page.
  useLayoutEffect(() => {
    if (isHydrating) return onStarted(field.current?.value ?? '');
    if (!isFirstRender() || !prerenderedField?.value) return;
    onStarted(prerenderedField.value);
    field.current?.focus({ preventScroll: true });
  }, []);
}
