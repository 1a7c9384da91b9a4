import './scripts/require-node.ts';
import { defineConfig } from '@playwright/test';
import { findHeadlessChromium } from './scripts/find-chromium.ts';

const executablePath = findHeadlessChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  // Playwright empties this folder first: the reports of the other runners are beside it.
  outputDir: 'test-results/browser',
  // The same on every system: snapshots are texts.
  snapshotPathTemplate: '{testDir}/{testFileName}-snapshots/{arg}{ext}',
  updateSnapshots: 'none',
  // An outdated build is never tested.
  globalSetup: './tests/e2e/support/build-if-stale.ts',
  fullyParallel: true,
  forbidOnly: true,
  // Only to record a trace: a test that passes then has failed all the same.
  retries: 1,
  failOnFlakyTests: true,
  // Tests wait for timers and responses: with three at a time, a quarter of two processors is idle.
  workers: 4,
  // Long enough for a busy machine; only failures take this long.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Drawing transitions takes a tenth of the processor time. The tests in Firefox and WebKit run with them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    // Recording each test would make all of them a sixth slower.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
});
