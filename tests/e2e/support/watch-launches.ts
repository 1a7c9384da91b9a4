import type { Page } from '@playwright/test';

/** The links of the app that the page tries to open, as they come. */
export async function watchLaunches(page: Page): Promise<string[]> {
  const launched: string[] = [];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.enable');
  devtools.on('Page.frameRequestedNavigation', ({ url }) => {
    if (url.startsWith('skerry')) launched.push(url);
  });
  return launched;
}
