import { vi } from 'vitest';

/** Replaces web storage, which Node lacks, by an empty one. `vi.unstubAllGlobals` removes it. */
export function stubStorage(name: 'localStorage' | 'sessionStorage'): Map<string, string> {
  const items = new Map<string, string>();
  vi.stubGlobal(name, {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  return items;
}

/** Replaces web storage by one that the browser blocks. */
export function stubBlockedStorage(name: 'localStorage' | 'sessionStorage'): void {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.stubGlobal(name, { getItem: refuse, setItem: refuse, removeItem: refuse });
}
