import { writeFile } from 'node:fs/promises';
import type { Browser } from './browser.ts';
import { expect } from './flow.ts';
import type { Page } from './page.ts';

/** Screenshots the whole page with the window as high as the page, so that the bottom bar does not cover content. */
export async function screenshotPage(page: Page, browser: Browser, path: string): Promise<void> {
  const setHeight = async (height: number) => {
    await browser.setSize(1280, height);
    await expect.poll(() => page.run('return innerHeight'), { message: 'height of the page' }).toBe(height);
  };
  // As high as the other pictures.
  await setHeight(844);
  await setHeight(await page.run<number>('return document.documentElement.scrollHeight'));
  await page.run('for (const image of document.images) image.loading = "eager"');
  // All animations end but the blinking cursor's.
  const isStill = () =>
    page.run(`return [...document.images].every(({ complete }) => complete)
      && document.getAnimations().every(({ playState, effect }) =>
        playState !== 'running' || effect.getComputedTiming().endTime === Infinity)`);
  await expect.poll(isStill, { message: 'images loaded, animations ended' }).toBe(true);
  // WebKit draws the grown page with the next frame, and shows it with the one after.
  await page.driver.executeAsyncScript(
    'requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(arguments[0])))',
  );
  await writeFile(path, await page.driver.takeScreenshot(), 'base64');
}
