import { checkAxe, checkReflow, checkTargetSizes } from './support/check-page.ts';
import { expect, test } from './support/gallery.ts';

for (const theme of ['light', 'dark']) {
  for (const width of [390, 1280]) {
    test(`every primitive passes axe and the target size in the ${theme} theme at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(`/?theme=${theme}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await checkAxe(page);
      await checkTargetSizes(page);
      await checkReflow(page);
    });
  }
}

test('the gallery is readable in forced colors and in print', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto('/');
  const border = await page
    .getByRole('button', { name: 'Default', exact: true })
    .evaluate((button) => getComputedStyle(button).borderTopColor);
  expect(border).not.toBe('rgba(0, 0, 0, 0)');
  await page.emulateMedia({ media: 'print', forcedColors: null });
  await expect(page.getByRole('button', { name: 'Default', exact: true })).toBeHidden();
});

test.describe('with touch', () => {
  test.use({ hasTouch: true });
  test('a tooltip opens on tap', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Download config file' }).first().tap({ force: true });
    await expect(page.getByRole('tooltip', { name: 'Please select' })).toBeVisible();
  });
});
