import { screens } from './screens.ts';
import { checkScreen } from './support/check-screen.ts';
import { test } from './support/test.ts';

/** Languages that stress layouts in different ways. The screens take turns with them. */
const locales = ['uk', 'fr', 'de'] as const;

for (const [index, screen] of screens.entries()) {
  test.describe(screen.name, () => {
    // Includes the browser's log line about a refused code.
    test.use({ expectedConsole: [[/status of 400/, ...(screen.expectedConsole ?? [])], { scope: 'test' }] });
    test('meets the accessibility and layout rules in both themes, at every width and text size', async ({
      page,
      stack,
    }) => {
      await checkScreen(page, stack, screen, index % 2 ? 'dark' : 'light', locales[index % 3] ?? 'uk');
    });
  });
}
