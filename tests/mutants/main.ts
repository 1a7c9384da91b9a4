/**
 * `npm run mutants`: Stryker changes the gateway's code, and a test must fail for each change. `-- FILE…` changes only
 * these files. `survivors.json` explains permitted survivors.
 */
import { readFile } from 'node:fs/promises';
import { runCommand } from '../../scripts/commands.ts';
import { fromRoot } from '../../scripts/root.ts';
import { type Explained, findUnexplained, type MutationReport, mergeReports, rangesOf, scoreOf } from './score.ts';

const minScore = 85;
const files = process.argv.slice(2);
const everything = ['session', 'redis', 'upstream', 'routes', 'policy'].map((room) => `gateway/${room}/**/*.ts`);
const patterns = files.length > 0 ? files : everything;
const roomOf = (pattern: string) => pattern.split('/')[1] ?? '';

const readJson = async <T>(path: string) => JSON.parse(await readFile(fromRoot(path), 'utf8')) as T;

interface Pass {
  readonly name: string;
  /** Which ones look for the changes: vitest.config.ts has both lists. */
  readonly tests: 'quick' | 'slow';
  readonly options?: readonly string[];
}

/**
 * Each pass runs for the survivors of the ones before. Code that also ran outside a test, such as in a `beforeEach`,
 * counts as static: for each of its mutants Stryker would run all tests, which takes 95 % of the time. The tests that
 * reach them find most.
 */
const passes: readonly Pass[] = [
  { name: 'reaching', tests: 'quick', options: ['--ignoreStatic'] },
  { name: 'quick', tests: 'quick' },
  { name: 'slow', tests: 'slow' },
];

async function runStryker(room: string, pass: Pass, mutate: readonly string[]): Promise<MutationReport> {
  process.env.MUTANTS_ROOM = room;
  process.env.MUTANTS_TESTS = pass.tests;
  const incrementalFile = `node_modules/.cache/mutants/${room}-${pass.name}.json`;
  // One pattern for each: Stryker splits its list at every comma.
  const settings = ['--mutate', mutate.join(','), '--incrementalFile', incrementalFile, ...(pass.options ?? [])];
  const code = await runCommand(['stryker', 'run', fromRoot('tests/mutants/stryker.config.json'), ...settings], 'live');
  if (code !== 0) throw new Error('Stryker failed');
  return readJson<MutationReport>('node_modules/.cache/mutants/report.json');
}

const explained = await readJson<readonly Explained[]>('tests/mutants/survivors.json');
const report: MutationReport = { files: {} };
// A run that is interrupted continues with the room that it has not finished.
for (const room of new Set(patterns.map(roomOf))) {
  let merged: MutationReport = { files: {} };
  let mutate: readonly string[] = patterns.filter((pattern) => roomOf(pattern) === room);
  for (const pass of passes) {
    const result = await runStryker(room, pass, mutate);
    merged = pass === passes[0] ? result : mergeReports(merged, result);
    mutate = rangesOf(merged, explained);
    if (mutate.length === 0) break;
  }
  Object.assign(report.files, merged.files);
}

for (const [path, file] of Object.entries(report.files)) console.log(`${scoreOf(file.mutants)} % ${path}`);
const mutants = Object.values(report.files).flatMap((file) => file.mutants);
const unexplained = findUnexplained(report, explained);
for (const { file, location, mutatorName, replacement } of unexplained) {
  console.log(`survived: ${file}:${location.start.line} ${mutatorName} → ${replacement}`);
}
console.log(
  `${scoreOf(mutants)} % of ${mutants.length} mutants are found, ${unexplained.length} survivors are not explained`,
);
process.exitCode = scoreOf(mutants) >= minScore && unexplained.length === 0 ? 0 : 1;
