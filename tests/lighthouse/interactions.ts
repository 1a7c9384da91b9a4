import type { Browser, Page } from '@playwright/test';
import { screenTitle } from '../e2e/support/screen-title.ts';
import { signInByToken } from '../e2e/support/sign-in.ts';
import type { ProcessStack } from '../support/built-stack.ts';

/** Milliseconds from an input to the frame that shows its effect (INP), on a processor four times slower. */
export const interactionBudgetMs = 100;

const slowdown = 4;

interface Place {
  readonly name: string;
  readonly path: string;
  /** Null for a visitor. */
  readonly email: string | null;
  readonly use: (page: Page) => Promise<void>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Every section, with what its visitors press most. */
const places: readonly Place[] = [
  {
    name: 'sign-in',
    path: '/enter',
    email: null,
    async use(page) {
      await page.getByRole('textbox').first().pressSequentially('anna.lindqvist@example.com');
      await button(page, /dark theme|light theme/)
        .first()
        .click();
      await button(page, 'Continue').click();
      await page.getByText('anna.lindqvist@example.com').first().waitFor();
    },
  },
  {
    name: 'account',
    path: '/profile',
    email: 'anna.lindqvist@example.com',
    async use(page) {
      await page.getByRole('checkbox').first().click();
      await button(page, 'Delete account').click();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Billing' }).first().click();
      await screenTitle(page, 'Billing').waitFor();
    },
  },
  {
    name: 'billing',
    path: '/profile?profile_section=BILLING',
    email: 'anna.lindqvist@example.com',
    async use(page) {
      await button(page, 'Cancel subscription').click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Devices' }).first().click();
      await screenTitle(page, 'Devices').waitFor();
    },
  },
  {
    name: 'devices',
    path: '/profile?profile_section=DEVICES',
    email: 'anna.lindqvist@example.com',
    async use(page) {
      await button(page, 'Add new device').click();
      await page.getByRole('tab', { name: 'Router' }).click();
      await page.getByRole('tab', { name: 'Mobile' }).click();
      await page.keyboard.press('Escape');
      await button(page, /^Unlink device/)
        .first()
        .click();
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'router setup',
    path: '/profile?profile_section=DEVICES&section=ROUTER',
    email: 'anna.lindqvist@example.com',
    async use(page) {
      await page.getByRole('textbox', { name: 'Router name' }).pressSequentially('Attic');
      await page.getByRole('searchbox').pressSequentially('frankfurt');
      await page.getByRole('radio', { name: 'Frankfurt' }).first().waitFor();
    },
  },
  {
    name: 'referral',
    path: '/profile?profile_section=REFERAL',
    email: 'anna.lindqvist@example.com',
    async use(page) {
      await button(page, 'Copy link').click();
      await page.getByRole('link', { name: 'Account' }).first().click();
      await screenTitle(page, 'Account').waitFor();
    },
  },
];

export interface InteractionResult {
  readonly place: string;
  /** Of the slowest interaction. */
  readonly ms: number;
  readonly interactions: number;
}

/** The slowest interaction of each place. */
export async function measureInteractions(browser: Browser, stack: ProcessStack): Promise<InteractionResult[]> {
  const results: InteractionResult[] = [];
  for (const place of places) results.push(await measurePlace(browser, stack, place));
  return results;
}

async function measurePlace(browser: Browser, stack: ProcessStack, place: Place): Promise<InteractionResult> {
  const context = await browser.newContext({
    baseURL: stack.origin,
    viewport: { width: 412, height: 823 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  try {
    const page = await context.newPage();
    if (place.email) await signInByToken(page, stack, place.email);
    await page.addInitScript(recordInteractions);
    await page.goto(place.path, { waitUntil: 'networkidle' });
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await place.use(page);
    // The entries of the last interaction arrive after its frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
    const durations = await page.evaluate(() => [...interactionDurations.values()]);
    if (durations.length === 0) throw new Error(`${place.name}: no interaction was measured`);
    return { place: place.name, ms: Math.max(...durations), interactions: durations.length };
  } finally {
    await context.close();
  }
}

declare global {
  /** Interaction → duration of its longest event, in milliseconds, rounded to 8. */
  var interactionDurations: Map<number, number>;
}

/** Runs in the page. */
function recordInteractions(): void {
  globalThis.interactionDurations = new Map();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[]) {
      const { interactionId = 0, duration } = entry;
      if (interactionId === 0) continue;
      interactionDurations.set(interactionId, Math.max(duration, interactionDurations.get(interactionId) ?? 0));
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}
