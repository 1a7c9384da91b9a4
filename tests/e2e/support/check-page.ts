import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Every rule of these sets counts; none is switched off. */
const ruleSets = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** A scan that met less than this has not seen the page. */
const leastPassedRules = 10;

const smallestTargetPx = 24;
const narrowestPx = 320;
/** Twice the text at this width is as hard as WCAG's 320 px at its own size. */
const doubledTextWidths = [640, 1280];

/** What holds for every screen as it stands, in its own theme, language and width. */
export async function checkPage(page: Page): Promise<void> {
  await unstick(page);
  await checkAxe(page);
  await checkStructure(page);
  await checkTargetSizes(page);
}

/** What stays in sight while the page scrolls covers whatever chance has put under it, and axe takes that for its size. */
async function unstick(page: Page): Promise<void> {
  await page.evaluate(() => {
    // The header stays over the page, for its menu hangs there.
    for (const bar of document.querySelectorAll<HTMLElement>('.topbar, .sticky-bar, .nav'))
      bar.style.position = bar.matches('.topbar') ? 'relative' : 'static';
  });
}

/** Runs last: leaves the page narrow and with large text. */
export async function checkReflow(page: Page): Promise<void> {
  const height = page.viewportSize()?.height ?? 800;
  await page.setViewportSize({ width: narrowestPx, height });
  await expectNoSidewaysScrolling(page, `${narrowestPx} px`);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  for (const width of doubledTextWidths) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScrolling(page, `200 % text at ${width} px`);
  }
}

export async function checkAxe(page: Page): Promise<void> {
  const { violations, passes, testEngine } = await new AxeBuilder({ page })
    .withTags(ruleSets)
    // The captcha provider's own window, which no page can change.
    .exclude('.grecaptcha-badge')
    // The card payment provider's frames: seen alone they lack the ground they stand on.
    .exclude('.__PrivateStripeElement')
    .analyze();
  expect(testEngine.name).toBe('axe-core');
  expect(passes.length, 'rules that the scan has passed').toBeGreaterThanOrEqual(leastPassedRules);
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `  ${node.html}\n  ${node.failureSummary}`).join('\n')}`,
  );
  expect(found, 'accessibility violations').toEqual([]);
}

export async function checkStructure(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }), 'one h1').toHaveCount(1);
  await expect(page.getByRole('main'), 'one main').toHaveCount(1);
  await expect(page.getByRole('banner'), 'one header').toHaveCount(1);
  expect(await page.title(), 'a title of the screen and the product').toMatch(/^\S.* – \S/);
}

export async function checkTargetSizes(page: Page): Promise<void> {
  const small = await page.evaluate((smallest) => {
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' && element.parentElement?.textContent !== element.textContent;
    return (
      [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !isInSentence(element))
        // A painted-over control is as large as its label, a skip link appears with its focus.
        .map((element) => (element.matches('.visually-hidden') ? (element.closest('label') ?? element) : element))
        .filter((element) => {
          const { width, height } = element.getBoundingClientRect();
          return width < smallest || height < smallest;
        })
        .map((element) => element.outerHTML.slice(0, 200))
    );
  }, smallestTargetPx);
  expect(small, `targets under ${smallestTargetPx} px`).toEqual([]);
}

async function expectNoSidewaysScrolling(page: Page, when: string): Promise<void> {
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const outside = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return [
      `${scrollWidth} px in ${clientWidth}`,
      ...outside.slice(0, 5).map((element) => element.outerHTML.slice(0, 160)),
    ];
  });
  expect(wide, `sideways scrolling at ${when}`).toEqual([]);
}

/** Texts that do not fit into their box and are cut there; an ellipsis on purpose is none. */
export async function checkCutTexts(page: Page): Promise<void> {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { overflowX, overflowY, clipPath } = getComputedStyle(element);
        // Cut away as a whole, for screen readers alone.
        if (clipPath === 'inset(50%)') return false;
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        return (
          element.matches(':not(.truncate, .visually-hidden, svg, svg *)') &&
          element.innerText !== '' &&
          element.checkVisibility() &&
          ((hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
            (hides(overflowY) && element.scrollHeight > element.clientHeight + 1))
        );
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  );
  expect(cut, 'texts that are cut').toEqual([]);
}
