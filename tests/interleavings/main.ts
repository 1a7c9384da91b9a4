/**
 * `npm run interleavings`: sessions under schedules that fast-check chooses. `--runs`, `--seed` and `--path`, from the
 * output of a failure, repeat a run.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { checkInterleavings } from './check.ts';
import { realCode } from './gateway-code.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    path: { type: 'string' },
  },
});
const { runs, seed, path } = values;
console.log(`npm run interleavings -- --runs ${runs} --seed ${seed}${path === undefined ? '' : ` --path ${path}`}`);

const startedAt = performance.now();
const failure = await checkInterleavings(realCode, {
  seed: Number(seed),
  numRuns: Number(runs),
  ...(path !== undefined && { path }),
});
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
if (failure === null) {
  console.log(`${runs} schedules in ${seconds} s: all properties hold.`);
} else {
  console.log(failure.counterexample);
  console.log(`${failure.message}, after ${failure.runs} schedules.`);
  console.log(`Repeat it: npm run interleavings -- --seed ${failure.seed} --path ${failure.path}`);
  process.exitCode = 1;
}
