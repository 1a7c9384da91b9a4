import { expect, test } from 'vitest';
import { toEnhancer, toProtection } from '../../../../client/src/features/router-setup/protection.ts';

test.each([
  [false, false, 'general'],
  [true, false, 'security'],
  [false, true, 'adblock'],
  [true, true, 'adsec'],
] as const)('Threat Shield %s and Adblock %s map to %s and back', (threatShield, adblock, enhancer) => {
  expect(toEnhancer({ threatShield, adblock })).toBe(enhancer);
  expect(toProtection(enhancer)).toEqual({ threatShield, adblock });
});

test('an unknown enhancer has no protection', () => {
  expect(toProtection('quantum' as 'adsec')).toEqual({ threatShield: false, adblock: false });
});
