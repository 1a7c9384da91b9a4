import { expect, test } from 'vitest';
import {
  loginVendors,
  platformSpellings,
  platforms,
  readLoginVendor,
  readPlatform,
  readShortcutType,
} from '#shared/wire-values.ts';

test('normalizes every spelling of a platform', () => {
  expect(new Set(platformSpellings.map(readPlatform))).toEqual(new Set(platforms));
  expect(readPlatform('iOS')).toBe('ios');
  expect(readPlatform('toaster')).toBeNull();
});

test('normalizes login vendors with account_oauth_', () => {
  for (const vendor of loginVendors) {
    expect(readLoginVendor(vendor)).toBe(vendor);
    expect(readLoginVendor(`account_oauth_${vendor}`)).toBe(vendor);
  }
  expect(readLoginVendor('account_oauth_myspace')).toBeNull();
});

test('normalizes shortcut types with SHORTCUTS_TYPE_', () => {
  expect(readShortcutType('SHORTCUTS_TYPE_COUNTRY_PICKER')).toBe('COUNTRY_PICKER');
  expect(readShortcutType('STREAMING')).toBe('STREAMING');
  expect(readShortcutType('DEFAULT')).toBe('DEFAULT');
  expect(readShortcutType('SHORTCUTS_TYPE_MAP')).toBeNull();
});
