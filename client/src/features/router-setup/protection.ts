import type { Enhancer } from '#shared/router-setup.ts';

/** The two switches of "Protect your router". */
export interface Protection {
  readonly threatShield: boolean;
  readonly adblock: boolean;
}

export const noProtection: Protection = { threatShield: false, adblock: false };

const protections: Readonly<Record<Enhancer, Protection>> = {
  general: noProtection,
  security: { threatShield: true, adblock: false },
  adblock: { threatShield: false, adblock: true },
  adsec: { threatShield: true, adblock: true },
};

/** product.md §4 */
export function toEnhancer({ threatShield, adblock }: Protection): Enhancer {
  if (threatShield) return adblock ? 'adsec' : 'security';
  return adblock ? 'adblock' : 'general';
}

/** An unknown enhancer promises no protection. */
export const toProtection = (enhancer: Enhancer): Protection => protections[enhancer] ?? noProtection;
