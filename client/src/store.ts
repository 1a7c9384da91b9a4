import { useSyncExternalStore } from 'react';

/** A value outside React's tree that notifies its subscribers. */
export interface Store<Value> {
  get(): Value;
  /** The value that the prerendered page shows, for hydration. */
  getServerSnapshot(): Value;
  set(value: Value): void;
  /** Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export function createStore<Value>(initial: Value, serverSnapshot = initial): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    getServerSnapshot: () => serverSnapshot,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useStore = <Value>(store: Store<Value>): Value =>
  useSyncExternalStore(store.subscribe, store.get, store.getServerSnapshot);

/** Renders again only when the derived value changes. */
export const useStoreValue = <Value, Derived>(store: Store<Value>, derive: (value: Value) => Derived): Derived =>
  useSyncExternalStore(
    store.subscribe,
    () => derive(store.get()),
    () => derive(store.getServerSnapshot()),
  );
