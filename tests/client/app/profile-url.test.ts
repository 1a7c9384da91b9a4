import { expect, test } from 'vitest';
import { readSection } from '../../../client/src/app/profile-url.ts';
import { sections } from '../../../client/src/paths.ts';

test.each([
  ['', 'ACCOUNT'],
  ['?profile_section=BILLING', 'BILLING'],
  ['?profile_section=devices', 'DEVICES'],
  ['?profile_section=REFERAL', 'REFERAL'],
  ['?profile_section=elsewhere', 'ACCOUNT'],
  ['?section=BILLING', 'BILLING'],
  ['?section=BILLING&profile_section=DEVICES', 'DEVICES'],
  ['?section=ROUTER', 'DEVICES'],
  ['?add_new_device=mobile', 'DEVICES'],
])('the address %s shows the section %s', (search, section) => {
  expect(readSection(search, sections)).toBe(section);
});

test('a section that the account does not have falls back to the account section', () => {
  expect(readSection('?profile_section=REFERAL', ['ACCOUNT', 'BILLING', 'DEVICES'])).toBe('ACCOUNT');
});
