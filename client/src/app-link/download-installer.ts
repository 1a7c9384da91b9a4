import { calls } from '#shared/calls.ts';
import { readAttribution } from '../api/attribution.ts';
import { reportError } from '../api/report-error.ts';
import { request } from '../api/request.ts';
import { start } from '../start.ts';
import type { AppPlatform } from './platform.ts';

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

/**
 * The address in an answer.
 * @param encoded base64
 * @throws when it is no web address: a link of another kind would run here
 */
export function readInstallerUrl(encoded: string): string {
  const url = new URL(atob(encoded));
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('The installer has no web address');
  return url.href;
}
