import { isMobileIdentity } from '#shared/app-identity.ts';
import { type AppPlatform, isMobile } from '../../app-link/platform.ts';

/** Why an extension cannot be here at all; null where it can. product.md §4 */
export function whyNoExtension(
  userAgent: string,
  platform: AppPlatform | null,
  appIdentity: string,
): 'notAvailableForMobile' | 'wrongBrowser' | null {
  if (isMobileIdentity(appIdentity) || isMobile(platform)) return 'notAvailableForMobile';
  // Edge, Brave, Opera and Vivaldi name Chrome as well, and take its extensions.
  return /Chrom(?:e|ium)\//.test(userAgent) ? null : 'wrongBrowser';
}
