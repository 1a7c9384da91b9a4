/** `npm run fuzz`: property tests with many cases. `FUZZ_RUNS` (cases per property) and `FUZZ_SEED` repeat a run. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fromRoot } from '../../scripts/root.ts';

const runs = process.env.FUZZ_RUNS || '10000';
const seed = process.env.FUZZ_SEED || String(randomInt(2 ** 31));
console.log(`FUZZ_RUNS=${runs} FUZZ_SEED=${seed} npm run fuzz`);

const child = spawn(fromRoot('node_modules/.bin/vitest'), ['run', 'tests/fuzz'], {
  cwd: fromRoot(),
  env: { ...process.env, FUZZ_RUNS: runs, FUZZ_SEED: seed },
  stdio: 'inherit',
});
child.once('close', (code) => {
  process.exitCode = code ?? 1;
});
