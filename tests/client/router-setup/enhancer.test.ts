import { expect, test } from 'vitest';
import { enhancerOf, protectionOf } from '../../../client/src/features/router-setup/enhancer.ts';

test.each([
  [false, false, 'general'],
  [true, false, 'security'],
  [false, true, 'adblock'],
  [true, true, 'adsec'],
] as const)('Threat Shield %s and Adblock %s are %s, and back', (threatShield, adblock, enhancer) => {
  expect(enhancerOf({ threatShield, adblock })).toBe(enhancer);
  expect(protectionOf(enhancer)).toEqual({ threatShield, adblock });
});

test('an enhancer that is not ours promises no protection', () => {
  expect(protectionOf('quantum' as 'adsec')).toEqual({ threatShield: false, adblock: false });
});
