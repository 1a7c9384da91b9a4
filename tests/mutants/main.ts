/**
 * `npm run mutants`: Stryker changes the gateway's code, and a test must fail for each change. `-- FILE…` changes only
 * these files. `survivors.json` explains permitted survivors; the slow tests run for the other survivors of the quick
 * tests. Takes about two hours on two cores.
 */
import { readFile } from 'node:fs/promises';
import { runCommand } from '../../scripts/commands.ts';
import { fromRoot } from '../../scripts/root.ts';
import { type Explained, findUnexplained, type MutationReport, mergeReports, rangesOf, scoreOf } from './score.ts';

const minScore = 85;
const rooms = ['session', 'redis', 'upstream', 'routes', 'policy'];
const files = process.argv.slice(2);
// One pattern for each: Stryker splits its list at every comma.
const mutate = files.length > 0 ? files : rooms.map((room) => `gateway/${room}/**/*.ts`);

const readJson = async <T>(path: string) => JSON.parse(await readFile(fromRoot(path), 'utf8')) as T;

/** @param tests which ones look for the changes: vitest.config.ts has both lists */
async function runStryker(tests: 'quick' | 'slow', mutate: readonly string[]): Promise<MutationReport> {
  process.env.MUTANTS_TESTS = tests;
  const incrementalFile = `node_modules/.cache/mutants/${tests}.json`;
  const settings = ['--mutate', mutate.join(','), '--incrementalFile', incrementalFile];
  const code = await runCommand(['stryker', 'run', fromRoot('tests/mutants/stryker.config.json'), ...settings], 'live');
  if (code !== 0) throw new Error('Stryker failed');
  return readJson<MutationReport>('node_modules/.cache/mutants/report.json');
}

const quick = await runStryker('quick', mutate);
const explained = await readJson<readonly Explained[]>('tests/mutants/survivors.json');
const survivors = rangesOf(quick, explained);
const report = survivors.length > 0 ? mergeReports(quick, await runStryker('slow', survivors)) : quick;

for (const [file, { mutants }] of Object.entries(report.files)) console.log(`${scoreOf(mutants)} % ${file}`);
const all = Object.values(report.files).flatMap(({ mutants }) => mutants);
const unexplained = findUnexplained(report, explained);
for (const { file, location, mutatorName, replacement } of unexplained) {
  console.log(`survived: ${file}:${location.start.line} ${mutatorName} → ${replacement}`);
}
console.log(`${scoreOf(all)} % of ${all.length} mutants are found, ${unexplained.length} survivors are not explained`);
process.exitCode = scoreOf(all) >= minScore && unexplained.length === 0 ? 0 : 1;
