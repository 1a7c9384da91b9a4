import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slow tests, and those that need a process of their own. They run only for mutants that no other test kills. */
const slow = [
  'http/connection-limits',
  'http/connection-turns',
  'http/shared-lookup',
  'invariants/a-client-that-leaves',
  'invariants/a-disconnect-aborts',
  'invariants/a-redis-failure',
  'invariants/a-sign-out-wins',
  'invariants/an-ended-session',
  'invariants/no-client-gets',
  'invariants/one-network-does-not',
  'invariants/one-refresh',
  'invariants/one-request',
  'invariants/only-a-refusal',
  'invariants/the-upstreams-certificate',
  'operations/failure-causes',
  'operations/logger',
  'operations/sentry',
  'operations/traces',
  'policy/limits',
  'policy/overload',
  'policy/rate-limit-shared',
  'redis/plugin',
  'redis/store',
  'upstream/bounds',
].map((file) => `tests/gateway/${file}*.test.ts`);

/** These start the gateway as a separate process, in which no mutant is active. */
const blind = [
  'config-process',
  'invariants/a-killed-replica',
  'invariants/a-moving-redis',
  'operations/return-memory',
  'operations/shutdown',
  'operations/unread-log',
  'pages/dev-server',
  'pages/policy-in-chromium',
].map((file) => `tests/gateway/${file}*.test.ts`);

/** The tests of the code that Stryker changes. */
const own = `tests/gateway/${process.env.MUTANTS_ROOM}/`;

/** Runs the test file that killed the last mutant first, then those of the changed code, then the quickest. */
class LikeliestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) => {
      const path = relative(this.ctx.config.root, moduleId);
      const last = this.ctx.cache.getFileTestResults(`${project.name}:${path}`);
      if (last === undefined || last.failed) return 0;
      return last.duration + (path.startsWith(own) ? 1 : 100_000);
    };
    return [...files].sort((a, b) => rank(a) - rank(b));
  }
}

const isSlowRun = process.env.MUTANTS_TESTS === 'slow';

export default defineConfig({
  test: {
    include: isSlowRun ? [...slow, 'tests/mutants/schedules.ts'] : ['tests/gateway/**/*.test.ts'],
    exclude: isSlowRun ? [] : [...slow, ...blind],
    setupFiles: ['tests/support/fail-on-console.ts'],
    // Stryker works below node_modules, where Vitest loads files only once: its hooks, which record what each test
    // covers, would run for the first test file alone.
    server: { deps: { inline: [/stryker-setup/] } },
    // Loading the gateway anew for each file would take longer than most tests.
    isolate: isSlowRun,
    sequence: { sequencer: LikeliestFirst },
    // Instrumented code is several times slower. Stryker itself stops the mutants that hang.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 5_000 } },
  },
});
