import { afterEach, expect, test, vi } from 'vitest';
import { clearSavedEmail, readSavedEmail, saveEmail } from '../../../client/src/email/saved-email.ts';
import { stubStorage } from '../../support/fake-storage.ts';

afterEach(() => vi.unstubAllGlobals());

test('the email of a sign-in is stored under otc-email', () => {
  const items = stubStorage('localStorage');
  saveEmail('anna@example.com');
  expect([...items]).toEqual([['otc-email', 'anna@example.com']]);
  expect(readSavedEmail()).toBe('anna@example.com');
  clearSavedEmail();
  expect(items.size).toBe(0);
});
