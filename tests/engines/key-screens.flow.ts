import { keyScreens } from '../../scripts/key-screens.ts';
import { renderAllRows } from '../support/render-all-rows.ts';
import { readAccessibilityTree, readChromiumSnapshot } from './support/accessibility-tree.ts';
import type { Firefox } from './support/firefox.ts';
import { expect, test } from './support/flow.ts';
import { openKeyScreen } from './support/key-screens.ts';
import { screenshotPage } from './support/screenshot-page.ts';

const { ENGINE: engine, GALLERY_FOLDER: gallery } = process.env;

/** WebKitGTK offers its tree on a message bus only, which an invisible screen lacks. */
const treeTest = test.runIf(engine === 'firefox' || gallery);

for (const name of keyScreens) {
  treeTest(`${name} reads as in Chromium: roles, names, states and their order`, async ({ page, sandbox, browser }) => {
    await openKeyScreen(name, page, sandbox);
    if (gallery) {
      // The gallery only takes screenshots.
      return screenshotPage(page, browser, `${gallery}/engines/${name}-${engine}.png`);
    }
    await page.run(renderAllRows);
    const expected = await readChromiumSnapshot(name);
    await expect.poll(() => readAccessibilityTree(browser as Firefox)).toEqual(expected);
  });
}
