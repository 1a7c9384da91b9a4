import type { Page, Route } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import { profileAddress } from '#shared/early-reads.ts';
import { type Locale, locales } from '#shared/locale.ts';
import { pagePaths } from '#shared/page-paths.ts';
import english from '../../locales/en.json' with { type: 'json' };
import { holdRequests } from './support/hold-requests.ts';
import { listRequests } from './support/list-requests.ts';
import { readCode } from './support/mails.ts';
import { screenTitle } from './support/screen-title.ts';
import { signInByToken } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const sections = ['ACCOUNT', 'BILLING', 'DEVICES', 'REFERAL'] as const;
const titles = {
  ACCOUNT: 'section.ACCOUNT',
  BILLING: 'section.BILLING',
  DEVICES: 'section.DEVICES',
  REFERAL: 'referral.title',
} as const;

const readTexts = async (locale: Locale): Promise<typeof english> =>
  (await import(`../../locales/${locale}.json`, { with: { type: 'json' } })).default;

/** Holds every script back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let released = false;
  await page.route('**/assets/*.js', (route) => (released ? route.continue() : void held.push(route)));
  return async () => {
    released = true;
    await Promise.all(held.map((route) => route.continue()));
  };
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Element | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

/** What has moved, after input, too. A page's shifts together count from the tolerance on. */
const findShifts = (page: Page, tolerance = 0) =>
  page.evaluate(
    (tolerance) =>
      new Promise<readonly string[]>((resolve) => {
        const shifts: LayoutShift[] = [];
        const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as LayoutShift[])));
        observer.observe({ type: 'layout-shift', buffered: true });
        const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`;
        setTimeout(() => {
          const total = shifts.reduce((sum, { value }) => sum + value, 0);
          if (total <= tolerance) return resolve([]);
          const moved = shifts.flatMap(({ sources }) => sources);
          resolve(
            moved.map(
              ({ node, previousRect, currentRect }) =>
                `${node?.outerHTML?.slice(0, 120) ?? node?.textContent}: ${place(previousRect)} → ${place(currentRect)}`,
            ),
          );
        }, 300);
      }),
    tolerance,
  );

test.use({ waitsForStart: false });

const isHydrated = (page: Page) => expect(page.locator('html')).not.toHaveAttribute('data-prerendered');

test.describe('before any script runs', () => {
  // Nothing uses what is preloaded.
  test.use({ javaScriptEnabled: false, expectedConsole: [/was preloaded using link preload but not used/] });

  test('the sign-in pages show their form in every language', async ({ page }) => {
    for (const locale of locales) {
      const t = await readTexts(locale);
      await page.goto(`/enter?lang=${locale}`);
      await expect(page.getByRole('heading', { level: 1, name: t['enter.title'] })).toBeVisible();
      await expect(page.getByRole('textbox', { name: t['enter.email'] })).toBeVisible();
      await expect(page.getByRole('button', { name: t['enter.continue'] })).toBeVisible();
      await expect(page.getByRole('link', { name: t['layout.privacyPolicy'], exact: true }).last()).toBeVisible();
      await page.goto(`/enter/account-code?lang=${locale}`);
      await expect(page.getByRole('heading', { level: 1, name: t['accountCode.title'] })).toBeVisible();
      await page.goto(`/enter/help?lang=${locale}`);
      await expect(page.getByRole('heading', { level: 2, name: t['signInHelp.lostMailbox'] })).toBeVisible();
    }
  });

  test('the signed-in area shows its frame with the heading of the section in every language', async ({
    page,
    stack,
  }) => {
    await signInByToken(page, stack, 'free@example.com');
    for (const locale of locales) {
      const t = await readTexts(locale);
      for (const section of sections) {
        await page.goto(`/profile?profile_section=${section}&lang=${locale}`);
        const frame = page.locator('[data-prerendered=frame]');
        await expect(frame.locator('.topbar')).toBeVisible();
        await expect(frame.locator('.nav__item').first()).toBeVisible();
        await expect(frame.getByRole('heading', { level: 1 })).toHaveText(t[titles[section]]);
        await expect(frame.locator('main > .skeleton')).toBeVisible();
      }
    }
  });

  test('every link of the sign-in page leads to the configured address', async ({ page, stack }) => {
    await page.goto('/enter');
    const addresses = await page
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(addresses.length).toBeGreaterThan(5);
    expect(addresses.join()).not.toMatch(/prerendered\.invalid|%|undefined/);
    expect(await (await fetch(`${stack.origin}/enter`, { headers: { accept: 'text/html' } })).text()).not.toMatch(
      /prerendered\.invalid|PRODUCT-|COPYRIGHT-/,
    );
  });

  test('a message page shows header and footer', async ({ page }) => {
    await page.goto('/payment/success');
    await expect(page.locator('[data-prerendered=frame] .topbar')).toBeVisible();
    await expect(page.locator('[data-prerendered=frame] .footer')).toBeVisible();
  });
});

test('text typed and a press on Continue before the code has started are not lost', async ({ page, stack }) => {
  const release = await holdScripts(page);
  await page.goto('/enter', { waitUntil: 'commit' });
  const field = page.getByRole('textbox', { name: english['enter.email'] });
  await field.fill('free@example.com');
  await page.getByRole('button', { name: english['enter.continue'] }).click();
  await release();
  await expect(page.getByText('free@example.com').first()).toBeVisible();
  await expect(page).toHaveURL('/enter');
  expect(await readCode(stack, 'free@example.com')).toMatch(/^\d{6}$/);
});

test('several presses before the code has started send one code', async ({ page, stack }) => {
  const release = await holdScripts(page);
  await page.goto('/enter', { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: english['enter.email'] }).fill('free@example.com');
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter');
  await release();
  await expect(page.getByText('free@example.com').first()).toBeVisible();
  await readCode(stack, 'free@example.com');
  expect(await listRequests(stack, calls.requestOneTimeCode.path)).toHaveLength(1);
  await page.goBack();
  await expect(page.getByRole('textbox', { name: english['enter.email'] })).toBeVisible();
});

test('an account code never reaches the address, whenever Enter is pressed', async ({ page }) => {
  await page.addInitScript(() => {
    // From the moment when the page stops recording events, React must handle them.
    new MutationObserver(() => {
      if (!document.documentElement.dataset.prerendered) document.querySelector('form')?.requestSubmit();
    }).observe(document, { attributes: true, attributeFilter: ['data-prerendered'], subtree: true });
  });
  await page.goto('/enter/account-code');
  await expect(page.getByRole('textbox')).toHaveAccessibleDescription(english['accountCode.required']);
  await expect(page).toHaveURL('/enter/account-code');
});

test('an account code pasted before the code has started is found among the words around it', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/enter/account-code', { waitUntil: 'commit' });
  await page.getByRole('textbox').fill('Your account code is skr4-1b7c-9d2e. Keep it safe.');
  await release();
  await isHydrated(page);
  await expect(page.getByRole('textbox')).toHaveValue('SKR41B7C9D2E');
});

test('a language and a theme chosen before the code has started apply', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/enter', { waitUntil: 'commit' });
  await page.getByRole('combobox').first().selectOption('de');
  await page.locator('.topbar button').first().click();
  await release();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('text typed before the code has started stays, with the cursor in the field', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/enter', { waitUntil: 'commit' });
  const field = page.getByRole('textbox', { name: english['enter.email'] });
  await field.pressSequentially('half@exam');
  await release();
  await isHydrated(page);
  await expect(field).toHaveValue('half@exam');
  await field.pressSequentially('ple.com');
  await expect(field).toHaveValue('half@example.com');
  await expect(field).toBeFocused();
});

// The browser's translator adds a `font`.
for (const tag of ['span', 'font'])
  test.describe(`when something has added a ${tag} to the page before the code has started`, () => {
    // React renders it anew.
    test.use({ expectedConsole: [/Minified React error #418/] });

    for (const [path, typed, rest] of [
      [pagePaths.enter, 'half@exam', 'ple.com'],
      [pagePaths.enterAccountCode, 'SKR4', '1B7C'],
    ] as const) {
      test(`text typed on ${path} stays, with the cursor in the field`, async ({ page }) => {
        const release = await holdScripts(page);
        await page.goto(path, { waitUntil: 'commit' });
        const field = page.getByRole('textbox');
        await field.evaluate((element, tag) => element.after(document.createElement(tag)), tag);
        await field.pressSequentially(typed);
        await release();
        await isHydrated(page);
        await expect(page.locator(`main form ${tag}:empty`)).toHaveCount(0);
        await page.keyboard.type(rest);
        await expect(field).toHaveValue(typed + rest);
      });
    }
  });

test('a saved email is filled in without moving anything', async ({ page }) => {
  await page.goto('/enter');
  await page.evaluate(() => localStorage.setItem('otc-email', 'free@example.com'));
  await page.reload({ waitUntil: 'networkidle' });
  await expect(page.getByRole('textbox', { name: english['enter.email'] })).toHaveValue('free@example.com');
  expect(await findShifts(page)).toEqual([]);
});

for (const fonts of ['slow', 'missing'] as const) {
  test.describe(`while fonts are ${fonts}`, () => {
    test.use({ expectedConsole: [/\.woff2/] });

    test('nothing moves', async ({ page, stack }) => {
      test.slow();
      await page.route('**/*.woff2', async (route) => {
        if (fonts === 'missing') return route.abort();
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        await route.continue();
      });
      for (const path of ['/enter', '/enter/account-code']) {
        // Without the font, nothing can move when it arrives.
        for (const locale of fonts === 'slow' ? locales : (['en'] as const)) {
          await page.goto(`${path}?lang=${locale}`, { waitUntil: 'networkidle' });
          expect(await findShifts(page, 0.0005), `${path} in ${locale}`).toEqual([]);
        }
      }
      await signInByToken(page, stack, 'anna.lindqvist@example.com');
      for (const section of sections) {
        await page.goto(`/profile?profile_section=${section}`, { waitUntil: 'networkidle' });
        expect(await findShifts(page, 0.0005), section).toEqual([]);
      }
    });
  });
}

/** The text and place of the heading. */
const measureHeading = (page: Page) =>
  page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const { left, top, height } = heading.getBoundingClientRect();
    return { text: heading.textContent, left, top, height };
  });

for (const [locale, width] of [
  ['de', 390],
  ['en', 1280],
] as const) {
  test(`the heading of each section stays where the frame has it, in ${locale} at ${width} px`, async ({
    page,
    stack,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await signInByToken(page, stack, 'anna.lindqvist@example.com');
    for (const section of sections) {
      const release = await holdScripts(page);
      const profile = await holdRequests(page, '**/web/v1/profile*');
      await page.goto(`/profile?profile_section=${section}&lang=${locale}`, { waitUntil: 'commit' });
      await expect(page.locator('[data-prerendered=frame] main > .skeleton')).toBeVisible();
      const prerendered = await measureHeading(page);
      await release();
      await isHydrated(page);
      await expect(page.locator('main > .skeleton')).toBeVisible();
      expect(await measureHeading(page), `${section} while it loads`).toEqual(prerendered);
      profile.release();
      await expect(screenTitle(page)).toBeVisible();
      expect(await measureHeading(page), section).toEqual(prerendered);
      expect(await findShifts(page), section).toEqual([]);
      await page.unrouteAll();
    }
  });
}

test('the signed-in area requests the profile once, before its code', async ({ page, stack }) => {
  await signInByToken(page, stack, 'anna.lindqvist@example.com');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname + new URL(request.url()).search));
  const release = await holdScripts(page);
  await page.goto(pagePaths.profile, { waitUntil: 'commit' });
  await expect.poll(() => requested.filter((address) => address === profileAddress)).toHaveLength(1);
  await release();
  await expect(screenTitle(page, english['section.ACCOUNT'])).toBeVisible();
  expect(requested.filter((address) => address === profileAddress)).toHaveLength(1);
});

test('the code step of a reload is not preceded by the email step', async ({ page }) => {
  await page.goto('/enter');
  await page.getByRole('textbox', { name: english['enter.email'] }).fill('free@example.com');
  await page.getByRole('button', { name: english['enter.continue'] }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english['emailCode.title']);
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-prerendered', 'other');
  await expect(page.locator('#root')).toBeHidden();
  await release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english['emailCode.title']);
});
