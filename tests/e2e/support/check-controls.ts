import { expect, type Page } from '@playwright/test';
import { isBrokenLink } from '../../support/broken-links.ts';

/** Checks that every link of the section leads somewhere, and that every enabled button has a name. */
export async function checkControls(page: Page): Promise<void> {
  const main = page.getByRole('main');
  const links = await main
    .locator('a')
    .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.outerHTML.slice(0, 200)] as const));
  const broken = links.filter(([href]) => isBrokenLink(href, page.url())).map(([, link]) => link);
  expect(broken, 'links that lead nowhere').toEqual([]);
  // A name follows the role in quotes.
  const controls = (await main.ariaSnapshot()).match(/^\s*- (button|link)\b.*/gm) ?? [];
  const nameless = controls.filter((control) => !/^\s*- \w+ "[^"]/.test(control) && !control.includes('[disabled]'));
  expect(nameless, 'controls without a name').toEqual([]);
}
