import { calls } from '#shared/calls.ts';
import { reportError } from '../api/report-error.ts';
import { request } from '../api/request.ts';
import { readAttribution } from '../attribution/read-attribution.ts';
import { start } from '../start.ts';
import type { AppPlatform } from './platform.ts';
import { readInstallerUrl } from './read-installer-url.ts';

export type DesktopPlatform = Extract<AppPlatform, 'macos' | 'windows'>;

const fallbacks: Readonly<Record<DesktopPlatform, string>> = {
  windows: start.links.windowsInstaller,
  macos: start.links.macosInstaller,
};

/** Starts the download of the desktop app. Where its link cannot be had, the static one serves, and the failure is reported. product.md §8 */
export async function downloadInstaller(platform: DesktopPlatform): Promise<void> {
  // An installer that downloads leaves the page as it is.
  location.assign(await findInstaller(platform));
}

async function findInstaller(platform: DesktopPlatform): Promise<string> {
  try {
    const attribution = readAttribution();
    const { download_url } = await request(calls.installerLink, {
      app_identity: platform,
      ...(attribution && { analytics_data: attribution }),
    });
    return readInstallerUrl(download_url);
  } catch (problem) {
    reportError(problem);
    return fallbacks[platform];
  }
}
