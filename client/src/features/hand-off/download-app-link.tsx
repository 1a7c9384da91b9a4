import type { MouseEvent, ReactNode } from 'react';
import { appDownloadUrl } from '../../app-link/app-download-url.ts';
import { downloadInstaller } from '../../app-link/download-installer.ts';
import { isDesktop, thisPlatform } from '../../app-link/platform.ts';
import { TextLink } from '../../ui/text-link.tsx';

/** Downloads the app for this device. */
export function DownloadAppLink({ children }: { children: ReactNode }) {
  const platform = thisPlatform();
  const download = (event: MouseEvent) => {
    if (!isDesktop(platform)) return;
    event.preventDefault();
    void downloadInstaller(platform);
  };
  return (
    <TextLink href={appDownloadUrl(platform)} onClick={download}>
      {children}
    </TextLink>
  );
}
