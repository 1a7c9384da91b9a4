import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Then a write whose response was lost can no longer be applied. Only the date moves: Playwright's clock would also
 * stop the time of presses.
 */
export const passHalfMinute = (page: Page) =>
  page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 31_000;
  });

/** Checks half a minute after an unknown outcome, if there is one. */
export async function checkIfUnknown(page: Page, place: Locator): Promise<void> {
  const check = place.getByRole('button', { name: 'Check again' });
  if (!(await check.isVisible())) return;
  await passHalfMinute(page);
  await pressCheck(page, check);
  await expect(check).toHaveCount(0);
}

/** Checks twice: the outcome stays unknown for half a minute. */
export async function checkUntilKnown(page: Page, place: Locator): Promise<void> {
  await pressCheck(page, place.getByRole('button', { name: 'Check again' }));
  await expect(place.getByRole('alert')).toContainText('We couldn’t tell whether it worked');
  await checkIfUnknown(page, place);
}

async function pressCheck(page: Page, check: Locator): Promise<void> {
  const profile = page.waitForResponse('**/web/v1/profile*');
  await check.click();
  await profile;
}
