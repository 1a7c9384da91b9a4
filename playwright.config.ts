import './scripts/require-node.ts';
import { defineConfig } from '@playwright/test';
import { findHeadlessChromium } from './scripts/find-chromium.ts';

const executablePath = findHeadlessChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // An outdated build is never tested.
  globalSetup: './tests/e2e/support/build-if-stale.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 3,
  // Long enough for a busy machine; only failures take this long.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
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
    // Traces with timeline screenshots make tests half as long again; without them they cost no measurable time.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
  },
});
