import './scripts/require-node.ts';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Two gateways, a Redis and a sandbox share the machine with the runner.
    maxWorkers: 2,
    testTimeout: 20_000,
    // A second, as it comes, is short on a machine that does something else as well.
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
