import './scripts/require-node.ts';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findHeadlessChromium } from './scripts/find-chromium.ts';

const executablePath = findHeadlessChromium();

export default defineConfig({
  test: {
    // Gateways, Redis and sandbox need processor time beside the runner.
    maxWorkers: 2,
    // Many tests start processes, which takes seconds on a busy machine. A test that ran out of time goes on in the
    // background and disturbs the next one.
    testTimeout: 60_000,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 90_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/client/**'],
          setupFiles: ['tests/support/fail-on-console.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'client',
          include: ['tests/client/**/*.test.{ts,tsx}'],
          exclude: ['tests/client/**/*.browser.test.tsx'],
          setupFiles: ['tests/support/fail-on-console.ts', 'tests/client/setup.ts'],
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'browser',
          include: ['tests/client/**/*.browser.test.tsx'],
          setupFiles: ['tests/support/fail-on-console.ts', 'tests/client/browser-setup.ts'],
          browser: {
            enabled: true,
            headless: true,
            // The files share one clipboard.
            fileParallelism: false,
            screenshotFailures: false,
            viewport: { width: 1280, height: 900 },
            provider: playwright({
              launchOptions: { ...(executablePath && { executablePath }), args: ['--no-sandbox', '--disable-gpu'] },
              contextOptions: { permissions: ['clipboard-read', 'clipboard-write'], reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
