import { useSyncExternalStore } from 'react';

/** A value outside React's tree that notifies its subscribers. */
export interface Store<Value> {
  get(): Value;
  /** The value that the painted page shows, for hydration. */
  getPainted(): Value;
  set(value: Value): void;
  /** Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export function createStore<Value>(initial: Value, painted = initial): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    getPainted: () => painted,
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
  useSyncExternalStore(store.subscribe, store.get, store.getPainted);

/** Renders again only when the derived value changes. */
export const useStoreValue = <Value, Derived>(store: Store<Value>, derive: (value: Value) => Derived): Derived =>
  useSyncExternalStore(
    store.subscribe,
    () => derive(store.get()),
    () => derive(store.getPainted()),
  );
