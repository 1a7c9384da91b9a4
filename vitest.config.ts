import './scripts/require-node.ts';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Gateways, Redis and sandbox need processor time beside the runner.
    maxWorkers: 2,
    testTimeout: 20_000,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 30_000,
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
          setupFiles: ['tests/support/fail-on-console.ts', 'tests/client/setup.ts'],
        },
      },
    ],
  },
});
