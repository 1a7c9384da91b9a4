/**
 * `npm run bench`: the gateway beside its peers. What counts is CPU time per request, as ratios of one interleaved run:
 * on a noisy machine requests per second swing by a third. Ends with the budgets, and fails when one is broken.
 *
 * `npm run bench -- --only get-2.5k,latency --contenders gateway,bare --rounds 2 --seconds 2` is a quick look.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { fromRoot } from '../../scripts/root.ts';
import { budgets } from './budgets.ts';
import { checkContender, cookiesFor } from './checks.ts';
import { compareCpuTime, type Visit } from './compare.ts';
import { type ContenderName, contenderNames, cores, type Field, startContenders } from './contenders.ts';
import { type Finding, judge } from './findings.ts';
import { compareLatency } from './latency.ts';
import { findLoad } from './load.ts';
import { shapes } from './shape.ts';
import { compareStorms, sessionCount } from './storm.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    contenders: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
  },
});
const effort = { rounds: Number(values.rounds), seconds: Number(values.seconds) };

const allRows = [...Object.keys(shapes), 'latency', 'refresh-storm', 'replicas'];
const rows = choose(values.only, allRows);
const names = choose<ContenderName>(values.contenders, contenderNames);

function choose<Name extends string>(wish: string | undefined, offered: readonly Name[]): readonly Name[] {
  const wanted = wish?.split(',') ?? offered;
  const unknown = wanted.filter((name) => !offered.some((each) => each === name));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: there is ${offered.join(', ')}`);
  return offered.filter((name) => wanted.includes(name));
}

async function runRow(row: string, field: Field, visits: readonly Visit[]): Promise<Finding[]> {
  const shape = shapes[row];
  if (shape) {
    console.log(`\n${row}: ${shape.title}; CPU time per request, ratios are median (min–max)`);
    return compareCpuTime(row, shape, visits, effort, load);
  }
  if (row === 'latency') {
    console.log(`\n${row}: median time of an answer at 2000 requests/s, over that of the upstream itself`);
    return compareLatency(row, visits, field.upstreamOrigin, effort);
  }
  if (row === 'replicas') {
    console.log(`\n${row}: two gateways behind HAProxy with a Redis, as \`npm run replicas\` runs them`);
    // This process keeps to one core; the replicas may have both.
    const both = ['-c', `${cores.proxies},${cores.others}`];
    const replicas = [fromRoot('node_modules/.bin/tsx'), fromRoot('tests/replicas/main.ts')];
    const { status } = spawnSync('taskset', [...both, ...replicas], { stdio: 'inherit' });
    return [{ row, contender: 'gateway', measure: 'failed runs', value: status === 0 ? 0 : 1 }];
  }
  console.log(`\n${row}: ${sessionCount} sessions expire at once, and each sends two requests at once`);
  // The others have no sessions; an access log changes nothing here.
  const contenders = field.contenders.filter(({ name }) => name === 'gateway' || name === 'gateway-sealed');
  return compareStorms(row, contenders, field.upstreamOrigin, Math.min(3, effort.rounds));
}

const load = await findLoad();
const field = await startContenders({ names, pinned: true });
try {
  // What measures is load, too.
  execFileSync('taskset', ['-apc', cores.others, String(process.pid)], { stdio: 'ignore' });
  if (field.nginxMissing) console.log('nginx is not installed: its ratios are left out.');
  const visits: Visit[] = [];
  for (const contender of field.contenders) {
    const cookie = await cookiesFor(contender);
    await checkContender(field, contender, cookie);
    visits.push({ contender, cookie });
  }
  console.log(`${effort.rounds} rounds of ${effort.seconds} s for each of ${visits.length}, interleaved`);
  const findings: Finding[] = [];
  for (const row of rows) findings.push(...(await runRow(row, field, visits)));

  const verdicts = judge(budgets, findings);
  console.log('\nBudgets');
  console.table(
    verdicts.map(({ row, contender, measure, is, limit, aim, value, kept }) => ({
      row,
      contender,
      budget: `${measure} ${is} ${limit}${aim === undefined ? '' : ` (aim ${aim})`}`,
      measured: value === null ? '-' : Number(value.toFixed(3)),
      verdict: value === null ? 'not measured' : kept ? 'pass' : 'FAIL',
    })),
  );
  process.exitCode = verdicts.every(({ kept }) => kept) ? 0 : 1;
} finally {
  await field.close();
}
