import { defineConfig } from 'vitest/config';

/** `MUTANTS_TESTS`: which tests look for mutants, by default all of the gateway's. */
export default defineConfig({
  test: {
    include: (process.env.MUTANTS_TESTS || 'tests/gateway/**/*.test.ts').split(','),
    setupFiles: ['tests/support/fail-on-console.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
