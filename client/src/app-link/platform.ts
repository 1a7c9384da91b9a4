/** The platforms with an app of ours. product.md §3 */
export type AppPlatform = 'macos' | 'ios' | 'android' | 'windows';

/**
 * The platform of this browser; null for any other.
 * @param touchPoints `navigator.maxTouchPoints`, which tells an iPad from a Mac
 */
export function detectPlatform(userAgent: string, touchPoints: number): AppPlatform | null {
  if (/android/i.test(userAgent)) return 'android';
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'ios';
  if (/macintosh|mac os x/i.test(userAgent)) return touchPoints > 1 ? 'ios' : 'macos';
  return /windows/i.test(userAgent) ? 'windows' : null;
}

export const thisPlatform = (): AppPlatform | null => detectPlatform(navigator.userAgent, navigator.maxTouchPoints);

export type DesktopPlatform = Extract<AppPlatform, 'macos' | 'windows'>;

/** Whether the app has an installer for this platform. */
export const isDesktop = (platform: AppPlatform | null): platform is DesktopPlatform =>
  platform === 'macos' || platform === 'windows';

export const isMobile = (platform: AppPlatform | null): boolean => platform === 'ios' || platform === 'android';
