import { afterEach, expect, test, vi } from 'vitest';
import { beginSession } from '../../../client/src/session/session.ts';
import { saveNextToast, showSavedToast, showToast, toasts } from '../../../client/src/toasts/toast-queue.ts';
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

test('the toasts of one account are not shown to the next one', () => {
  beginSession();
  showToast('bad', 'toast.cancelFailed');
  expect(toasts.get()).toHaveLength(1);
  beginSession();
  expect(toasts.get()).toEqual([]);
});
