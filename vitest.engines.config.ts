import { defineConfig } from 'vitest/config';

const engines = ['webkit', 'firefox'] as const;

/** `npm run test:engines`: the main flows in WebKit and Firefox, over WebDriver. `npm run setup` installs both. */
export default defineConfig({
  test: {
    globalSetup: 'tests/engines/support/global-setup.ts',
    // Each file has its own browser, gateway and sandbox.
    maxWorkers: 2,
    projects: engines.map((name) => ({
      test: {
        name,
        include: ['tests/engines/**/*.flow.ts'],
        env: { ENGINE: name },
        testTimeout: 120_000,
        hookTimeout: 120_000,
        expect: { poll: { timeout: 30_000, interval: 50 } },
      },
    })),
  },
});
