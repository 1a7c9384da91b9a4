import { devices, type Page } from '@playwright/test';
import { screens } from './screens.ts';
import { expect, test } from './support/test.ts';

/** The screens with fields or with a bar at the bottom. */
const touchScreens = screens.filter(({ name }) =>
  [
    'sign-in',
    'code',
    'account-code',
    'account',
    'cancel-survey',
    'devices',
    'router',
    'router-chosen',
    'router-existing',
    'change-email',
    'change-email-confirm',
  ].includes(name),
);

/** Fields with text smaller than this make Safari zoom. */
const smallestTextPx = 16;

/** Focuses each control in turn and lists those that something else covers. */
const listCovered = (page: Page, controls: string) =>
  page.evaluate((selector) => {
    const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return [...scope.querySelectorAll<HTMLElement>(selector)].filter(isShown).flatMap((control) => {
      control.focus({ preventScroll: true });
      // As browsers do for a focused control.
      control.scrollIntoView({ block: 'nearest' });
      const box = (control.matches('.visually-hidden') && control.closest('label')) || control;
      // The first line of a link that is broken into two.
      const { left = 0, top = 0, width = 0, height = 0 } = box.getClientRects()[0] ?? {};
      const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
      const isFree = onTop && (control.contains(onTop) || onTop.contains(control) || onTop.closest('label') !== null);
      return isFree ? [] : [`${control.outerHTML.slice(0, 120)} under ${onTop?.outerHTML.slice(0, 80) ?? 'nothing'}`];
    });
  }, controls);

const { defaultBrowserType: _, ...phone } = devices['iPhone 15'];
const sizes = [phone.viewport, devices['Galaxy S9+'].viewport];

test.use(phone);

for (const screen of touchScreens) {
  test.describe(screen.name, () => {
    test.use({ expectedConsole: [[/status of 400/, ...(screen.expectedConsole ?? [])], { scope: 'test' }] });

    test('does not zoom by itself, and nothing covers a focused control, also above the keyboard', async ({
      page,
      stack,
    }) => {
      await screen.open(page, stack);
      await expect(page.locator('html')).not.toHaveAttribute('data-prerendered');
      await expect(page.locator('main .skeleton')).toHaveCount(0);
      const small = await page.evaluate(
        (px) =>
          [...document.querySelectorAll('input:not([type=radio], [type=checkbox]), select, textarea')]
            .filter((field) => field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < px)
            .map((field) => field.outerHTML.slice(0, 120)),
        smallestTextPx,
      );
      expect(small, 'fields that make Safari zoom').toEqual([]);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).touchAction)).toBe('manipulation');
      for (const { width, height } of sizes) {
        await page.setViewportSize({ width, height });
        expect(await listCovered(page, 'button, a[href], input, select, textarea'), `covered, ${width} px`).toEqual([]);
        // The keyboard takes half of the screen.
        await page.setViewportSize({ width, height: Math.round(height / 2) });
        const fields = 'input:not([type=radio], [type=checkbox], [type=hidden]), textarea';
        expect(await listCovered(page, fields), `covered above the keyboard, ${width} px`).toEqual([]);
      }
    });
  });
}
