/** `npm test`: types, lint, structure, unit, contract and browser tests, with one closing line that adds up all of them. decisions.md §6 */
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { installMissing } from './install-missing.ts';
import { fromRoot } from './root.ts';
import { type Counts, ofPlaywright, ofVitest } from './test-reports.ts';

const rooms = ['shared', 'gateway', 'client', 'sandbox', 'sandbox/browser', 'scripts', 'tests'];
const results = fromRoot('test-results');
const totals = { passed: 0, failed: 0 };
const failures: string[] = [];

/** Runs a command of node_modules/.bin; the promise gives its exit code. */
async function run(command: string, ...args: string[]): Promise<number> {
  const started = Date.now();
  const child = spawn(fromRoot('node_modules/.bin', command), args, {
    cwd: fromRoot(),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (exitCode) => resolve(exitCode ?? 1));
  });
  console.log(
    `${code === 0 ? '✓' : '✗'} ${command} ${args.join(' ')} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
  );
  return code;
}

function count(counts: Counts): void {
  totals.passed += counts.passed;
  totals.failed += counts.failed;
  failures.push(...(counts.failures ?? []));
}

/** A command that is one test by itself. */
async function check(command: string, ...args: string[]): Promise<void> {
  const code = await run(command, ...args);
  count(code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: [`${command} ${args.join(' ')}`] });
}

/** A test runner: its own report is counted; one that failed without a failed test (a crash, an empty run) counts as one failure. */
async function runner(
  report: string,
  read: (report: never) => Counts,
  command: string,
  ...args: string[]
): Promise<void> {
  const code = await run(command, ...args);
  const counts = await readFile(report, 'utf8').then(
    (text) => read(JSON.parse(text) as never),
    (): Counts => ({ passed: 0, failed: 0 }),
  );
  count(counts);
  if (counts.passed === 0 || (code !== 0 && counts.failed === 0))
    count({ passed: 0, failed: 1, failures: [`${command} ${args[0]}: ended with ${code}`] });
}

await installMissing();
await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });

for (const room of rooms) await check('tsc', '--project', room);
await check('biome', 'check', '--error-on-warnings', '.');
await check('tsx', 'scripts/check-imports.ts');
await check('knip');
await check('tsx', 'scripts/locales.ts');
await check('tsx', 'scripts/build.ts');
await check('tsx', 'scripts/size.ts');
await runner(
  fromRoot('test-results/vitest.json'),
  ofVitest,
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  '--outputFile.json=test-results/vitest.json',
);
await runner(fromRoot('test-results/playwright.json'), ofPlaywright, 'playwright', 'test');

// Last, where whoever sees only the end of a long output finds them.
for (const text of failures) console.log(`\n✗ ${text}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;
