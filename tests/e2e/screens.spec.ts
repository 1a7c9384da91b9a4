import { billingScreens } from './billing-screens.ts';
import { enterScreens } from './enter-screens.ts';
import { messageScreens } from './message-screens.ts';
import { screens } from './screens.ts';
import { checkScreen, nameView, type View } from './support/check-screen.ts';
import { test } from './support/test.ts';

/** Of every screen. The pseudo-language finds untranslated and clipped texts. */
const views: readonly View[] = [
  { locale: 'en', theme: 'light', width: 1280 },
  { locale: 'pseudo', theme: 'light', width: 390 },
];
/** The screens take turns with these: languages that stress layouts in different ways, and the other theme. */
const alternatingViews: readonly View[] = [
  { locale: 'uk', theme: 'dark', width: 360 },
  { locale: 'fr', theme: 'dark', width: 1024 },
  { locale: 'de', theme: 'dark', width: 800 },
  { locale: 'mirrored', theme: 'dark', width: 390 },
];

for (const [index, screen] of [...screens, ...enterScreens, ...billingScreens, ...messageScreens].entries()) {
  test.describe(screen.name, () => {
    // Includes the browser's log line about a refused code.
    test.use({ expectedConsole: [[/status of 400/, ...(screen.expectedConsole ?? [])], { scope: 'test' }] });
    for (const view of [...views, ...alternatingViews.filter((_, turn) => turn === index % alternatingViews.length)]) {
      test(`meets the accessibility and layout rules: ${nameView(view)}`, async ({ page, stack }) => {
        await checkScreen(page, stack, screen, view);
      });
    }
  });
}
