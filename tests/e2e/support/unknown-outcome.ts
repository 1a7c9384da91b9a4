import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Then a billing write whose response was lost can no longer be applied. Only the date moves: Playwright's clock would
 * also stop the time of presses.
 */
const passHalfMinute = (page: Page) =>
  page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 31_000;
  });

/** Checks twice: the outcome stays unknown for half a minute. */
export async function checkUntilKnown(page: Page, place: Locator): Promise<void> {
  const check = place.getByRole('button', { name: 'Check again' });
  const profile = () => page.waitForResponse('**/web/v1/profile*');
  await Promise.all([profile(), check.click()]);
  await expect(place.getByRole('alert')).toContainText('We couldn’t tell whether it worked');
  await passHalfMinute(page);
  await check.click();
}
