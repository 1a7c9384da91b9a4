/** Web storage that never throws. Where the browser blocks it, values last as long as the page. decisions.md §4 */
export interface SafeStorage {
  read(key: string): string | null;
  /** Whether the value will survive a reload. */
  write(key: string, value: string): boolean;
  remove(key: string): void;
}

function safeStorage(open: () => Storage): SafeStorage {
  const memory = new Map<string, string>();
  const attempt = <Result>(use: (storage: Storage) => Result): Result | null => {
    try {
      // Reading the property throws where cookies are blocked.
      return use(open());
    } catch {
      return null;
    }
  };
  return {
    read: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)),
    write(key, value) {
      const written = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (written) memory.delete(key);
      else memory.set(key, value);
      return written === true;
    },
    remove(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}

/** Shared by all tabs of the browser. */
export const browserStorage = safeStorage(() => localStorage);

/** Of this tab alone. */
export const tabStorage = safeStorage(() => sessionStorage);
