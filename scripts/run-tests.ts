/** Runs the test runners of `npm test` and reads their reports. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Command, runCommand } from './commands.ts';
import { fromRoot } from './root.ts';
import { type Counts, readPlaywrightReport } from './test-reports.ts';

/** Runs a test runner and reads its report. A crash or an empty run without a failed test is a failure, too. */
export async function runTests(report: string, read: (report: never) => Counts, command: Command): Promise<Counts> {
  const code = await runCommand(command, 'live');
  const counts = await readFile(resolve(fromRoot(), report), 'utf8').then(
    (text) => read(JSON.parse(text) as never),
    (): Counts => ({ passed: 0, failed: 0 }),
  );
  if (counts.passed > 0 && (code === 0 || counts.failed > 0)) return counts;
  const crash = `${command.join(' ')}: exit code ${code}`;
  return { ...counts, failed: counts.failed + 1, failures: [...(counts.failures ?? []), crash] };
}

interface BrowserCounts extends Counts {
  /** The failures of tests that passed alone. */
  readonly passedAlone?: readonly string[];
}

/**
 * Browser tests share the processors with three others. A few that fail are run again, alone and three times: if all
 * pass, the machine was too slow for them. They count as passed, and the last lines name them all the same.
 * @param results the folder of Playwright's traces, screenshots and report; `alone` in it has those of the second run
 */
export async function runBrowserTests(results: string, options: readonly string[] = []): Promise<BrowserCounts> {
  const command: Command = ['playwright', 'test', ...options];
  const counts = await runTests(join(results, 'playwright.json'), readPlaywrightReport, command);
  const { failedTitles = [], failures = [] } = counts;
  if (failedTitles.length === 0 || failedTitles.length > 5) return counts;
  const these = failedTitles.map((title) => title.replace(/\W/g, '.')).join('|');
  // A folder of its own: Playwright empties its folder first, and the traces of the failures must stay.
  const folder = resolve(fromRoot(), results, 'alone');
  const report = join(folder, 'playwright.json');
  const alone = ['--workers=1', '--repeat-each=3', '--retries=0', '--output', folder, '--grep', `(${these})$`];
  // Takes precedence over the configuration, and no option sets it.
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
  const repeated = await runTests(report, readPlaywrightReport, [...command, ...alone]);
  delete process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;
  if (repeated.failed > 0 || repeated.passed !== 3 * failedTitles.length) return counts;
  return { passed: counts.passed + failedTitles.length, failed: 0, passedAlone: failures };
}
