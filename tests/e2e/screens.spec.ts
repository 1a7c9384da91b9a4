import { billingScreens } from './billing-screens.ts';
import { enterScreens } from './enter-screens.ts';
import { messageScreens } from './message-screens.ts';
import { screens } from './screens.ts';
import { checkScreen, nameView, type View } from './support/check-screen.ts';
import { test } from './support/test.ts';

/** Languages that stress layouts in different ways, in both themes and all layouts. The dark views alternate. */
const lightViews: readonly View[] = [
  { locale: 'en', theme: 'light', width: 1280 },
  { locale: 'pseudo', theme: 'light', width: 390 },
];
const darkViews: readonly View[] = [
  { locale: 'uk', theme: 'dark', width: 360 },
  { locale: 'de', theme: 'dark', width: 800 },
];

for (const [index, screen] of [...screens, ...enterScreens, ...billingScreens, ...messageScreens].entries()) {
  test.describe(screen.name, () => {
    // Includes the browser's log line about a refused code.
    test.use({ expectedConsole: [[/status of 400/, ...(screen.expectedConsole ?? [])], { scope: 'test' }] });
    for (const view of [...lightViews, ...darkViews.slice(index % 2, (index % 2) + 1)]) {
      test(`meets the accessibility and layout rules: ${nameView(view)}`, async ({ page, stack }) => {
        await checkScreen(page, stack, screen, view);
      });
    }
  });
}
