import type { Page } from '@playwright/test';

/**
 * Notes what a screen reader announces from now on: each new text of a live region, and each alert that appears. A
 * status that appears with its text is not noted, because most screen readers do not announce it.
 */
export async function watchAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const regions = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
    const announced: string[] = [];
    Object.assign(window, { announced });
    const texts = new Map<Element, string>();
    const read = (region: Element) => {
      const shown = region.checkVisibility({ visibilityProperty: true }) && !region.matches('[aria-live=off]');
      return shown ? (region.textContent ?? '').replace(/\s+/g, ' ').trim() : '';
    };
    const note = () => {
      for (const region of document.querySelectorAll(regions)) {
        const isNew = !texts.has(region);
        const text = read(region);
        if (text && text !== texts.get(region) && (!isNew || region.getAttribute('role') === 'alert'))
          announced.push(text);
        texts.set(region, text);
      }
    };
    for (const region of document.querySelectorAll(regions)) texts.set(region, read(region));
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });
  return () => page.evaluate(() => (window as unknown as { announced: string[] }).announced);
}
