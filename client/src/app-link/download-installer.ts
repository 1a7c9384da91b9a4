import { calls } from '#shared/calls.ts';
import { readAttribution } from '../api/attribution.ts';
import { reportError } from '../api/report-error.ts';
import { request } from '../api/request.ts';
import { showToast } from '../toasts/toast-queue.ts';
import { rememberUserActions } from '../ui/user-actions.ts';
import { appDownloadUrl } from './app-download-url.ts';
import type { DesktopPlatform } from './platform.ts';

/**
 * Downloads the desktop app. If its link cannot be fetched, uses the static one and reports the failure. product.md §8
 * @returns whether it downloads it; if not, a toast says so
 */
export async function downloadInstaller(platform: DesktopPlatform): Promise<boolean> {
  const hasUserActed = rememberUserActions();
  const link = await findInstaller(platform);
  // The static link can lead to a page. The user would lose what they do meanwhile.
  if (link === null && hasUserActed()) {
    showToast('bad', 'error.tryLater');
    return false;
  }
  // A download does not navigate away.
  location.assign(link ?? appDownloadUrl(platform));
  return true;
}

async function findInstaller(platform: DesktopPlatform): Promise<string | null> {
  try {
    const attribution = readAttribution();
    const { download_url } = await request(calls.installerLink, {
      app_identity: platform,
      ...(attribution && { analytics_data: attribution }),
    });
    return readInstallerUrl(download_url);
  } catch (problem) {
    reportError(problem);
    return null;
  }
}

/**
 * Decodes the URL of a response.
 * @param encoded base64
 * @throws for anything but http(s): another scheme could run code
 */
export function readInstallerUrl(encoded: string): string {
  const url = new URL(atob(encoded));
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('The installer has no web address');
  return url.href;
}
