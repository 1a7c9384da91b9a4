import type { Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import { keyScreens } from '../../scripts/key-screens.ts';
import type { ProcessStack } from '../support/built-stack.ts';
import { maskDates } from '../support/mask-dates.ts';
import { renderAllRows } from '../support/render-all-rows.ts';
import { screens } from './screens.ts';
import { readAccessibilityTree } from './support/accessibility-tree.ts';
import { checkCutTexts, expectNoSidewaysScrolling } from './support/check-page.ts';
import { addFault } from './support/faults.ts';
import { readCode } from './support/mails.ts';
import { pressDeliberately } from './support/press-deliberately.ts';
import { screenTitle } from './support/screen-title.ts';
import { codeField, emailField, otherThan, requestCode, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { responseSchemas, waitForFiles } from './support/wait-for-files.ts';
import { watchAnnouncements } from './support/watch-announcements.ts';

const anna = 'anna.lindqvist@example.com';

/** The screens of docs/accessibility.md. */
const shown = keyScreens.map((name) => {
  const screen = screens.find((candidate) => candidate.name === name);
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

/** Waits until the client has taken over from the prerendered page. */
async function settle(page: Page): Promise<void> {
  await expect(page.locator('html')).not.toHaveAttribute('data-prerendered');
  await expect(page.locator('main .skeleton')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** The page's policy allows no style element: a constructed sheet is none. */
const addStyles = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, css);

for (const screen of shown) {
  test.describe(screen.name, () => {
    test.use({ expectedConsole: [[/status of 400/, ...(screen.expectedConsole ?? [])], { scope: 'test' }] });

    test('reads in this order, and is readable with text spacing, at 400 % zoom and in forced colors', async ({
      page,
      stack,
    }) => {
      await screen.open(page, stack);
      await settle(page);
      await page.evaluate(renderAllRows);
      expect(maskDates(await readAccessibilityTree(page)), 'roles, names and states').toMatchSnapshot(
        `${screen.name}.txt`,
      );
      await page.setViewportSize({ width: 390, height: 844 });
      await test.step('forced colors', async () => {
        await page.emulateMedia({ forcedColors: 'active' });
        await page.keyboard.press('Tab');
        const outline = await page.evaluate(() => {
          const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
          return `${document.activeElement?.tagName} ${outlineStyle} ${Number.parseFloat(outlineWidth) > 0}`;
        });
        expect(outline).toMatch(/^(?!BODY)[A-Z]+ (solid|auto) true$/);
        const borderless = await page.evaluate(() =>
          [...document.querySelectorAll('button.btn, .input')]
            .filter((element) => element.checkVisibility())
            .filter((element) => getComputedStyle(element).borderTopStyle === 'none')
            .map((element) => element.outerHTML.slice(0, 120)),
        );
        expect(borderless).toEqual([]);
        await page.emulateMedia({ forcedColors: null });
      });
      await test.step('400 % zoom of a window of 1280 by 1024 px', async () => {
        // Zoom divides the CSS px that a page has. WCAG 1.4.10
        await page.setViewportSize({ width: 1280 / 4, height: 1024 / 4 });
        await expectNoSidewaysScrolling(page, '400 % zoom');
        await checkCutTexts(page);
      });
      await test.step('text spacing of WCAG 1.4.12', async () => {
        await page.setViewportSize({ width: 390, height: 844 });
        await addStyles(page, textSpacing);
        await expectNoSidewaysScrolling(page, 'text spacing');
        await checkCutTexts(page);
      });
    });
  });
}

/** Something that a person does, what a screen reader announces, and where the focus is afterwards. */
interface Action {
  readonly name: string;
  readonly expectedConsole?: readonly RegExp[];
  open(page: Page, stack: ProcessStack): Promise<void>;
  act(page: Page, stack: ProcessStack): Promise<void>;
  /** Announced exactly once, in this order, and nothing else. */
  readonly announces: readonly RegExp[];
  /** The name, text or tag of the element with the focus. */
  readonly focuses: RegExp;
}

const section =
  (email: string, name: string): Action['open'] =>
  async (page, stack) => {
    await signIn(page, stack, email);
    await page.goto(`/profile?profile_section=${name}`);
    await screenTitle(page).waitFor();
    await settle(page);
  };
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).last().click();

const actions: readonly Action[] = [
  {
    name: 'an email that is none',
    open: async (page) => {
      await page.goto('/enter');
      await emailField(page).fill('anna@');
    },
    act: (page) => page.keyboard.press('Enter'),
    announces: [/^Email is invalid$/],
    focuses: /^Email$/,
  },
  {
    name: 'a wrong code',
    expectedConsole: [/status of 400/],
    open: (page) => requestCode(page, anna),
    act: async (page, stack) => codeField(page).fill(otherThan(await readCode(stack, anna))),
    announces: [/^Checking/, /^Wrong code/],
    focuses: /^6-digit code$/,
  },
  {
    name: 'another code',
    async open(page) {
      await page.clock.install();
      await requestCode(page, anna);
      await page.clock.fastForward(60_000);
      await page.getByRole('status').filter({ hasText: 'You can resend the email now' }).waitFor({ state: 'attached' });
    },
    act: (page) => press(page, 'Resend email'),
    announces: [/^Still no email\?/, /^Code sent$/],
    focuses: /^Resend email/,
  },
  {
    name: 'a service that fails',
    expectedConsole: [/status of 503/],
    async open(page, stack) {
      await addFault(stack, { method: 'POST', path: calls.requestOneTimeCode.path, status: 503 });
      await page.goto('/enter');
      await emailField(page).fill(anna);
    },
    act: (page) => press(page, 'Continue'),
    announces: [/^Something went wrong/],
    focuses: /^Continue$/,
  },
  {
    name: 'a choice that is not saved',
    expectedConsole: [/status of 503/],
    async open(page, stack) {
      await section(anna, 'ACCOUNT')(page, stack);
      await addFault(stack, { method: 'POST', path: calls.updateSettings.path, status: 503 });
    },
    act: (page) => page.getByRole('checkbox').click(),
    announces: [/your newsletter setting may or may not have been saved/],
    focuses: /^Newsletter notifications/,
  },
  {
    name: 'unlinking a device',
    open: section(anna, 'DEVICES'),
    async act(page) {
      await press(page, /^Unlink device: Pixel 8$/);
      await press(page, 'Unlink device');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
    announces: [/^Connected 3 out of 6$/, /^Device was deleted$/],
    // The tile that took its place.
    focuses: /^Add new device$/,
  },
  {
    name: 'a name that is not saved',
    expectedConsole: [/status of 503/],
    async open(page, stack) {
      await section('routers@example.com', 'DEVICES')(page, stack);
      await page
        .getByRole('link', { name: /^Configurations: / })
        .first()
        .click();
      await addFault(stack, { method: 'PUT', path: calls.renameDevice.path, status: 503 });
      await press(page, 'Edit device name');
      await page.getByLabel('Device name').fill('Summer house');
    },
    act: (page) => press(page, 'Save'),
    announces: [/^Device name change failed/],
    focuses: /^Save$/,
  },
  {
    name: 'copying the referral link',
    open: section(anna, 'REFERAL'),
    act: async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await press(page, 'Copy link');
    },
    announces: [/^Copied$/],
    focuses: /^Copied$/,
  },
  {
    name: 'cancelling a subscription',
    open: section(anna, 'BILLING'),
    async act(page) {
      await press(page, 'Cancel subscription');
      await page.getByRole('radio', { name: 'The connection was slow or unstable' }).click();
      await pressDeliberately(page.getByRole('button', { name: 'Cancel subscription', exact: true }).last());
      await page.locator('dialog .glyph--ok').waitFor();
    },
    announces: [/^Try|speed|protocol|location/i, /^We’ve cancelled/],
    focuses: /^We’ve cancelled/,
  },
  {
    name: 'losing the network',
    async open(page, stack) {
      await section(anna, 'ACCOUNT')(page, stack);
      await waitForFiles(page, [responseSchemas]);
    },
    act: (page) => page.context().setOffline(true),
    announces: [/^You’re offline\./],
    focuses: /./,
  },
  {
    name: 'another section',
    open: section(anna, 'ACCOUNT'),
    act: (page) => page.getByRole('link', { name: 'Billing', exact: true }).click(),
    announces: [],
    focuses: /^Billing$/,
  },
];

test.describe('after an action', () => {
  for (const action of actions) {
    test.describe(action.name, () => {
      test.use({ expectedConsole: [[...(action.expectedConsole ?? [])], { scope: 'test' }] });

      test('announces the result exactly once, and moves the focus to the next step', async ({ page, stack }) => {
        await action.open(page, stack);
        await settle(page);
        const readAnnounced = await watchAnnouncements(page);
        await action.act(page, stack);
        await expect.poll(async () => (await readAnnounced()).length).toBeGreaterThanOrEqual(action.announces.length);
        const focused = () =>
          page.evaluate(() => {
            const element = document.activeElement as HTMLInputElement | null;
            const label = element?.getAttribute('aria-label') ?? element?.labels?.[0]?.innerText;
            return (label || element?.innerText || element?.tagName || '').trim();
          });
        await expect.poll(focused).toMatch(action.focuses);
        const announced = await readAnnounced();
        expect(announced).toEqual(action.announces.map((pattern) => expect.stringMatching(pattern)));
      });
    });
  }
});
