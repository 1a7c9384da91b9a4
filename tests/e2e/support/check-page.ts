import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { fromRoot } from '../../../scripts/root.ts';

const axe = readFileSync(fromRoot('node_modules/axe-core/axe.min.js'), 'utf8');

/** All rules of these sets apply. */
const ruleSets = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const scanOptions: RunOptions = {
  runOnly: { type: 'tag', values: ruleSets },
  // Without the elements that pass, which take longer to describe than to check.
  resultTypes: ['violations'],
};
const scanned = {
  exclude: [
    // Belongs to the captcha provider.
    '.grecaptcha-badge',
    // The card provider's transparent frames, which axe checks without the page's background.
    '.__PrivateStripeElement',
  ],
};
/** A scan with fewer passed rules did not see the page. */
const leastPassedRules = 10;

const smallestTargetPx = 24;
export const narrowestPx = 320;
/** 200 % text at this width is equivalent to 320 px at 100 %. */
const doubledTextWidths = [640, 1280];

/** Checks that apply to every screen in its current theme, language and width. */
export async function checkPage(page: Page): Promise<void> {
  await unstick(page);
  await checkAxe(page);
  await checkStructure(page);
  await checkTargetSizes(page);
  await checkTextElements(page);
}

/**
 * Finds texts beside siblings. The browser's translator replaces text nodes: React can then neither update nor remove
 * them, unless each is the only child of its element.
 */
async function checkTextElements(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: text } = walker;
      // React keeps track of such a text itself; otherwise it sets the element's text.
      const isTracked = Object.keys(text).some((key) => key.startsWith('__reactFiber'));
      // The label of a `Segmented` is replaced together with its text.
      if (!isTracked || !text.nodeValue?.trim() || text.parentElement?.matches('label.tabs__tab')) continue;
      texts.push(text.parentElement?.outerHTML.slice(0, 200) ?? '');
    }
    return texts;
  });
  expect(found, 'texts without an element of their own').toEqual([]);
}

/** Sticky bars cover content below them, which axe mistakes for a small target. */
async function unstick(page: Page): Promise<void> {
  await page.evaluate(() => {
    // The header keeps its stacking context, because its menu belongs to it.
    for (const bar of document.querySelectorAll<HTMLElement>('.topbar, .sticky-bar, .nav'))
      bar.style.position = bar.matches('.topbar') ? 'relative' : 'static';
  });
}

/** Leaves the page as wide as the last of the widths. */
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
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
}

export async function checkAxe(page: Page): Promise<void> {
  // Once per document: it is half a megabyte of code.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe);
  const { violations, passed, scanner } = await page.evaluate(
    async ([context, options]) => {
      const { axe } = window as unknown as { axe: { run(...scan: object[]): Promise<AxeResults> } };
      const { violations, passes, testEngine } = await axe.run(context, options);
      return { violations, passed: passes.length, scanner: testEngine.name };
    },
    [scanned, scanOptions] as const,
  );
  expect(scanner).toBe('axe-core');
  expect(passed, 'rules that the scan has passed').toBeGreaterThanOrEqual(leastPassedRules);
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
        // A hidden control is as large as its label; a skip link appears on focus.
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

export async function expectNoSidewaysScrolling(page: Page, when: string): Promise<void> {
  // An open tooltip moves when the size has not changed for 150 ms. product.md §9
  if ((await page.getByRole('tooltip').count()) > 0) await page.waitForTimeout(250);
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
  await checkClippedTexts(page, when);
}

/** Finds text that runs out of the window. A clipping ancestor hides it from scroll widths. */
export async function checkClippedTexts(page: Page, when: string): Promise<void> {
  const clipped = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const range = document.createRange();
    while (walker.nextNode()) {
      range.selectNodeContents(walker.currentNode);
      const outside = [...range.getClientRects()].filter(
        ({ left, right, width }) => width > 1 && (left < -1 || right > innerWidth + 1),
      );
      const { parentElement: parent, nodeValue } = walker.currentNode;
      if (outside.length === 0 || !parent || !nodeValue?.trim()) continue;
      if (!parent.checkVisibility({ visibilityProperty: true })) continue;
      if (parent.closest('.visually-hidden, .truncate, .skip-link, script, noscript, style, option') || scrolls(parent))
        continue;
      // Visible to screen readers only.
      if (getComputedStyle(parent).clipPath === 'inset(50%)') continue;
      for (const { left, right } of outside)
        found.push(`${nodeValue.trim().slice(0, 80)}: ${Math.round(left)}–${Math.round(right)} of ${innerWidth} px`);
    }
    return found;
  });
  expect(clipped, `text outside the window at ${when}`).toEqual([]);
}

/** Finds text clipped by its box. Intentional ellipses are allowed. */
export async function checkCutTexts(page: Page): Promise<void> {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const isWider = element.scrollWidth > element.clientWidth + 1;
        const isHigher = element.scrollHeight > element.clientHeight + 1;
        if (!isWider && !isHigher) return false;
        const { overflowX, overflowY, clipPath } = getComputedStyle(element);
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        return (
          ((isWider && hides(overflowX)) || (isHigher && hides(overflowY))) &&
          // Visible to screen readers only.
          clipPath !== 'inset(50%)' &&
          element.matches(':not(.truncate, .visually-hidden, svg, svg *)') &&
          element.checkVisibility() &&
          element.innerText !== ''
        );
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  );
  expect(cut, 'texts that are cut').toEqual([]);
}
