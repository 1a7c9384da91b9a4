/**
 * `npm test`: static checks, unit, contract and browser tests, and the essential flows in WebKit and Firefox; the last
 * line adds them up. README.md names what is not in it. decisions.md §6
 */
import { mkdir, rm } from 'node:fs/promises';
import { type Command, runCommand, runSideBySide, typeChecks } from './commands.ts';
import { installKubernetesTools } from './kubernetes-tools.ts';
import { fromRoot } from './root.ts';
import { runBrowserTests, runTests } from './run-tests.ts';
import { findMissingPackages, installPackages } from './setup.ts';
import { type Counts, readBoundsReport, readVitestReport } from './test-reports.ts';

const results = fromRoot('test-results');
const totals = { passed: 0, failed: 0 };
const failures: string[] = [];

function count(counts: Counts): void {
  totals.passed += counts.passed;
  totals.failed += counts.failed;
  failures.push(...(counts.failures ?? []));
}

/** Counts a command as one test. */
function countCheck(command: Command, code: number): void {
  count(code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: [command.join(' ')] });
}

const missing = findMissingPackages();
if (missing.length > 0) {
  console.log(`The tests need ${missing.join(', ')}. Installing, as \`npm run setup\` does.`);
  installPackages(missing);
}
// Without them tests/deploy says what it skips.
await installKubernetesTools().catch((error: unknown) => console.log(`Helm could not be installed: ${error}`));
await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });

await runSideBySide(
  [
    ...typeChecks,
    ['tsx', 'scripts/build.ts'],
    ['knip'],
    ['biome', 'check', '--error-on-warnings', '.'],
    ['tsx', 'scripts/check-imports.ts'],
    ['tsx', 'scripts/locales.ts'],
  ],
  countCheck,
);
const size: Command = ['tsx', 'scripts/javascript-budgets.ts'];
countCheck(size, await runCommand(size, 'live'));
count(
  await runTests('test-results/vitest.json', readVitestReport, [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=test-results/vitest.json',
  ]),
);
const runBounds = (report: string, ...options: readonly string[]) => {
  const command: Command = ['tsx', 'tests/bounds/main.ts', ...options, '--report-waits', '--report', report];
  return runTests(report, readBoundsReport, command);
};
count(await runBounds('test-results/bounds.json', '--seconds', '1'));
const slowRedis = ['--redis-delay', '100', '--only', 'sign-ins'];
count(await runBounds('test-results/bounds-slow-redis.json', '--seconds', '20', ...slowRedis));
const browserCounts = await runBrowserTests('test-results');
count(browserCounts);

count(
  await runTests('test-results/engines.json', readVitestReport, [
    'vitest',
    'run',
    '--config',
    'vitest.engines.config.ts',
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=test-results/engines.json',
    'essentials',
    'missing-file',
  ]),
);

// At the end of the output, where a reader looks first.
for (const text of browserCounts.passedAlone ?? [])
  console.log(`\n! Failed beside other tests, passed three times alone: ${text}`);
for (const text of failures) console.log(`\n✗ ${text}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;
