import type { MouseEvent, ReactNode } from 'react';
import { downloadInstaller } from '../../app-link/download-installer.ts';
import { type AppPlatform, thisPlatform } from '../../app-link/platform.ts';
import { start } from '../../start.ts';
import { TextLink } from '../../ui/text-link.tsx';

const addresses: Readonly<Record<AppPlatform, string>> = {
  ios: start.links.appStore,
  android: start.links.playStore,
  macos: start.links.macosInstaller,
  windows: start.links.windowsInstaller,
};

/** Where this device downloads the app: its store, its installer, or our site. */
export const appDownloadAddress = (platform: AppPlatform | null): string =>
  platform === null ? start.links.site : addresses[platform];

/** Downloads the app for this device. */
export function DownloadAppLink({ children }: { children: ReactNode }) {
  const platform = thisPlatform();
  const download = (event: MouseEvent) => {
    if (platform !== 'macos' && platform !== 'windows') return;
    event.preventDefault();
    void downloadInstaller(platform);
  };
  return (
    <TextLink href={appDownloadAddress(platform)} onClick={download}>
      {children}
    </TextLink>
  );
}
