import type { Page } from '@playwright/test';

/** Collects the app links that the page tries to open. */
export async function watchLaunches(page: Page): Promise<string[]> {
  const launched: string[] = [];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.enable');
  devtools.on('Page.frameRequestedNavigation', ({ url }) => {
    if (url.startsWith('skerry')) launched.push(url);
  });
  return launched;
}
