import { expect, test } from 'vitest';
import { chooseSection } from '../../../client/src/app/choose-section.ts';
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
  ['?setup_intent=seti_1', 'BILLING'],
  ['?payment_intent=pi_1&profile_section=DEVICES', 'BILLING'],
  ['?redirect_status=succeeded', 'BILLING'],
])('the address %s shows the section %s', (search, section) => {
  expect(chooseSection(search, sections)).toBe(section);
});

test('a section that the account does not have is the account section', () => {
  expect(chooseSection('?profile_section=REFERAL', ['ACCOUNT', 'BILLING', 'DEVICES'])).toBe('ACCOUNT');
});
