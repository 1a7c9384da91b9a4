import { afterEach, expect, test, vi } from 'vitest';
import { stubBlockedStorage } from '../support/fake-storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const open = () => import('../../client/src/storage.ts');

test('blocked storage keeps values until a reload, and reports that they are not stored', async () => {
  stubBlockedStorage('localStorage');
  const { browserStorage } = await open();
  expect(browserStorage.read('key')).toBeNull();
  expect(browserStorage.write('key', 'value')).toBe(false);
  expect(browserStorage.read('key')).toBe('value');
  browserStorage.remove('key');
  expect(browserStorage.read('key')).toBeNull();
});

test('a value that does not fit into the storage is kept in memory', async () => {
  const items = new Map([['key', 'old']]);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: (key: string) => items.delete(key),
  });
  const { tabStorage } = await open();
  expect(tabStorage.write('key', 'new')).toBe(false);
  expect(tabStorage.read('key')).toBe('new');
});
