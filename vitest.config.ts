import './scripts/require-node.ts';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/support/fail-on-console.ts'],
    // Two gateways, a Redis and a sandbox share the machine with the runner.
    maxWorkers: 2,
    testTimeout: 20_000,
    // A second, as it comes, is short on a machine that does something else as well.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 30_000,
  },
});
