import './scripts/require-node.ts';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findHeadlessChromium } from './scripts/find-chromium.ts';

const executablePath = findHeadlessChromium();

/** The files that take longest. */
const slowFiles = [
  'tests/locales/new-language.test.ts',
  'tests/deploy/telemetry.test.ts',
  'tests/interleavings/interleavings.test.ts',
  'tests/gateway/invariants/a-moving-redis-loses-no-session.test.ts',
  'tests/replicas/replicas.test.ts',
  'tests/fuzz/proxies.test.ts',
  'tests/deploy/helm.test.ts',
  'tests/scripts/run-tests.test.ts',
  'tests/contract/taint.test.ts',
];

/** A first run starts with the largest files, and would end with one worker on a small file that takes long. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => slowFiles.some((file) => moduleId.endsWith(file));
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    // Many tests wait for other processes: a third worker uses the time. More would slow down what they wait for.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
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
          // Most are tables of pure functions, and a process for each file takes longer than its tests.
          isolate: false,
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
