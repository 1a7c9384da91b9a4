import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

const isOnline = (): boolean => navigator.onLine;

/** Whether the browser has a network, assumed without a browser. That does not mean that the server is reachable. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline, () => true);
