import { expect, test } from 'vitest';
import { toEnhancer, toProtection } from '../../../../client/src/features/router-setup/protection.ts';

test.each([
  [false, false, 'general'],
  [true, false, 'security'],
  [false, true, 'adblock'],
  [true, true, 'adsec'],
] as const)('Threat Shield %s and Adblock %s are %s, and back', (threatShield, adblock, enhancer) => {
  expect(toEnhancer({ threatShield, adblock })).toBe(enhancer);
  expect(toProtection(enhancer)).toEqual({ threatShield, adblock });
});

test('an enhancer that is not ours promises no protection', () => {
  expect(toProtection('quantum' as 'adsec')).toEqual({ threatShield: false, adblock: false });
});
