import type { Page } from '@playwright/test';
import { billingScreens } from './billing-screens.ts';
import { enterScreens } from './enter-screens.ts';
import { messageScreens } from './message-screens.ts';
import { screens } from './screens.ts';
import { checkCutTexts } from './support/check-page.ts';
import { expect, test } from './support/test.ts';

const all = [...screens, ...enterScreens, ...billingScreens, ...messageScreens];

/** The screens that every customer meets. docs/accessibility.md */
const keyScreens = [
  'sign-in',
  'code',
  'account-code',
  'restore',
  'account',
  'account-delete',
  'billing-active',
  'cancel',
  'devices',
  'router',
].map((name) => {
  const screen = all.find((candidate) => candidate.name === name);
  if (!screen) throw new Error(`no screen ${name}`);
  return screen;
});

/** What WCAG 1.4.12 lets readers set. */
const textSpacing = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }`;

const sidewaysPx = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const screen of keyScreens) {
  test.describe(screen.name, () => {
    test.use({ expectedConsole: [[/status of 400/, ...(screen.expectedConsole ?? [])], { scope: 'test' }] });

    test('reads in this order, with these roles and names', async ({ page, stack }) => {
      await screen.open(page, stack);
      // Dates differ from day to day, and the countdown from second to second.
      await page.evaluate(() => {
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode())
          text.nodeValue = (text.nodeValue ?? '')
            .replace(/\d{1,2} \p{L}+ 20\d\d|\p{L}+ \d{1,2}, 20\d\d/gu, 'DATE')
            .replace(/\d:\d\d/g, 'TIME');
      });
      await expect(page.locator('body')).toMatchAriaSnapshot({ name: `${screen.name}.aria.yml` });
    });

    test('can be read with the text spacing of WCAG 1.4.12', async ({ page, stack }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await screen.open(page, stack);
      await page.addStyleTag({ content: textSpacing }).catch(() => page.evaluate(setStyles, textSpacing));
      expect(await sidewaysPx(page)).toBeLessThanOrEqual(0);
      await checkCutTexts(page);
    });

    test('needs no sideways scrolling at 400 % zoom of a window of 1280 by 1024 px', async ({ page, stack }) => {
      // Zoom divides the CSS px that a page has. WCAG 1.4.10
      await page.setViewportSize({ width: 1280 / 4, height: 1024 / 4 });
      await screen.open(page, stack);
      expect(await sidewaysPx(page)).toBeLessThanOrEqual(0);
    });

    test('keeps borders and focus with forced colors', async ({ page, stack }) => {
      await page.emulateMedia({ forcedColors: 'active' });
      await screen.open(page, stack);
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!focused) return 'nothing has the focus';
        const { outlineStyle, outlineWidth } = getComputedStyle(focused);
        return `${outlineStyle} ${Number.parseFloat(outlineWidth) > 0}`;
      });
      expect(outline).toMatch(/^(solid|auto) true$/);
      const borderless = await page.evaluate(() =>
        [...document.querySelectorAll('button.btn, .input')]
          .filter((element) => element.checkVisibility() && !element.matches('.btn--quiet, .btn--ghost'))
          .filter((element) => getComputedStyle(element).borderTopStyle === 'none')
          .map((element) => element.outerHTML.slice(0, 120)),
      );
      expect(borderless).toEqual([]);
    });
  });
}

/** The page's policy allows no style element: a constructed sheet is none. */
function setStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  for (const screen of keyScreens) {
    test.describe(screen.name, () => {
      test.use({ expectedConsole: [[/status of 400/, ...(screen.expectedConsole ?? [])], { scope: 'test' }] });

      test('does not zoom: fields have at least 16 px, and a double tap is two taps', async ({ page, stack }) => {
        await screen.open(page, stack);
        const small = await page.evaluate(() =>
          [...document.querySelectorAll('input, select, textarea')]
            .filter((field) => field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
            .map((field) => field.outerHTML.slice(0, 120)),
        );
        expect(small).toEqual([]);
        expect(await page.evaluate(() => getComputedStyle(document.documentElement).touchAction)).toBe('manipulation');
      });

      test('shows the focused field when the keyboard takes half of the screen', async ({ page, stack }) => {
        await screen.open(page, stack);
        await page.setViewportSize({ width: 390, height: 420 });
        const hidden = await page.evaluate(() => {
          const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
          return [...scope.querySelectorAll<HTMLElement>('main input, main textarea, dialog input, dialog textarea')]
            .filter((field) => field.checkVisibility() && !field.matches('.visually-hidden, [type=hidden]'))
            .filter((field) => {
              field.focus();
              const { left, top, width, height } = field.getBoundingClientRect();
              const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
              return !(onTop && (field.contains(onTop) || onTop.closest('label')?.contains(field)));
            })
            .map((field) => field.outerHTML.slice(0, 120));
        });
        expect(hidden).toEqual([]);
      });
    });
  }
});
