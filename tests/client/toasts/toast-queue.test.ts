import { afterEach, expect, test, vi } from 'vitest';
import { saveNextToast, showSavedToast, toasts } from '../../../client/src/toasts/toast-queue.ts';
import { stubStorage } from '../../support/fake-storage.ts';

afterEach(() => vi.unstubAllGlobals());

test('a toast for the next page is stored under next-toast and shown once', () => {
  const items = stubStorage('localStorage');
  saveNextToast('deviceDeleted');
  expect([...items]).toEqual([['next-toast', 'deviceDeleted']]);
  showSavedToast();
  showSavedToast();
  expect(toasts.get()).toMatchObject([{ kind: 'ok', text: 'toast.deviceDeleted' }]);
  expect(items.size).toBe(0);
});
