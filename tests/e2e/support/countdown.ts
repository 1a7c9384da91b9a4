import type { Locator } from '@playwright/test';

/**
 * When a countdown ends, by the time that is left on it (`0:07`): epoch seconds of the page's clock, up to a second too
 * late. The end does not depend on how long the test takes.
 */
export const readCountdownEnd = (countdown: Locator): Promise<number> =>
  countdown.evaluate((element) => {
    const [, minutes, seconds] = /(\d+):(\d\d)/.exec(element.textContent ?? '') ?? [];
    return Date.now() / 1000 + Number(minutes) * 60 + Number(seconds);
  });
