/**
 * `npm run mutants`: Stryker changes the gateway's code, and a test must fail for each change. `-- FILE…` changes only these files;
 * `MUTANTS_TESTS` names the tests that look for the changes. Survivors with an explanation are in `survivors.json`.
 */
import { readFile } from 'node:fs/promises';
import { runCommand } from '../../scripts/commands.ts';
import { fromRoot } from '../../scripts/root.ts';
import { type Explained, findUnexplained, type MutationReport, scoreOf } from './score.ts';

const minScore = 85;
const rooms = ['session', 'upstream', 'routes', 'policy'];
const files = process.argv.slice(2);
// One pattern for each: Stryker splits its list at every comma.
const mutate = files.length > 0 ? files : rooms.map((room) => `gateway/${room}/**/*.ts`);

const code = await runCommand(
  ['stryker', 'run', fromRoot('tests/mutants/stryker.config.json'), '--mutate', mutate.join(',')],
  'live',
);
const readJson = async <T>(path: string) => JSON.parse(await readFile(fromRoot(path), 'utf8')) as T;
const report = await readJson<MutationReport>('node_modules/.cache/mutants/report.json');
const explained = await readJson<readonly Explained[]>('tests/mutants/survivors.json');

for (const [file, { mutants }] of Object.entries(report.files)) console.log(`${scoreOf(mutants)} % ${file}`);
const all = Object.values(report.files).flatMap(({ mutants }) => mutants);
const unexplained = findUnexplained(report, explained);
for (const { file, line, mutatorName, replacement } of unexplained) {
  console.log(`survived: ${file}:${line} ${mutatorName} → ${replacement}`);
}
console.log(`${scoreOf(all)} % of ${all.length} mutants are found, ${unexplained.length} survivors are not explained`);
process.exitCode = code === 0 && scoreOf(all) >= minScore && unexplained.length === 0 ? 0 : 1;
