import { start } from '../start.ts';
import type { AppPlatform } from './platform.ts';

const urls: Readonly<Record<AppPlatform, string>> = {
  ios: start.links.appStore,
  android: start.links.playStore,
  macos: start.links.macosInstaller,
  windows: start.links.windowsInstaller,
};

/** Where a platform downloads the app: its store, its installer, or our site. */
export const appDownloadUrl = (platform: AppPlatform | null): string =>
  platform === null ? start.links.site : urls[platform];
