/**
 * `npm run bench [rows]`: the gateway as in production beside its peers, by CPU time per request. Requests per second depend on
 * what else the machine does. Ratios are taken within interleaved rounds, over several starts, because V8 compiles each process
 * differently. Prints the line counts and the budgets; fails when a budget is broken.
 *
 * `npm run bench -- production --contenders gateway,bare,nginx --starts 3 --seconds 2` is a quick look.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../../scripts/build.ts';
import { fromRoot } from '../../scripts/root.ts';
import { budgets } from './budgets.ts';
import { checkContender, cookiesFor } from './checks.ts';
import { compareCpuTime, type Measurements, measureCpuTime, type Visit } from './compare.ts';
import { type ContenderName, contenderNames, cores, type Field, startContenders, takesPart } from './contenders.ts';
import { type Finding, judge } from './findings.ts';
import { compareGrowth } from './growth.ts';
import { compareLatency } from './latency.ts';
import { describeSize } from './line-counts.ts';
import { findLoad } from './load.ts';
import { type Shape, shapes } from './shape.ts';
import { compareStorms, sessionCount, sessionsInFlight } from './storm.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    contenders: { type: 'string' },
    starts: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '5' },
  },
});
const starts = readCount(values.starts);
const effort = { rounds: readCount(values.rounds), seconds: readCount(values.seconds) };
/** For rows that are measured in the last start only. */
const lastRounds = Math.max(starts, effort.rounds);

const allRows = [...Object.keys(shapes), 'latency', 'refresh-storm', 'growth', 'replicas'];
const rows = choose(positionals, allRows);
const names = choose<ContenderName>(values.contenders?.split(',') ?? [], contenderNames).filter((name) =>
  rows.some((row) => takesPart(name, row)),
);

function readCount(text: string): number {
  // Zero rounds would break no budget.
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`${text} is no number from 1 on`);
  return Number(text);
}

/** All when none is wanted. */
function choose<Name extends string>(wanted: readonly string[], offered: readonly Name[]): readonly Name[] {
  const unknown = wanted.filter((name) => !offered.some((each) => each === name));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: there is ${offered.join(', ')}`);
  return wanted.length === 0 ? offered : offered.filter((name) => wanted.includes(name));
}

/** A row that needs only the processes of the last start. */
async function runRow(row: string, field: Field, visits: readonly Visit[]): Promise<Finding[]> {
  if (row === 'latency') {
    console.log(`\n${row}: median response time at 2000 requests/s, minus that of the upstream itself`);
    return compareLatency(row, visits, field.upstreamOrigin, { ...effort, rounds: lastRounds });
  }
  if (row === 'replicas') {
    console.log(`\n${row}: two gateways behind HAProxy with a Redis, as \`npm run replicas\` runs them`);
    // This process is pinned to one core; the replicas may use both.
    const both = ['-c', `${cores.proxies},${cores.others}`];
    const replicas = [fromRoot('node_modules/.bin/tsx'), fromRoot('tests/replicas/main.ts')];
    const { status } = spawnSync('taskset', [...both, ...replicas], { stdio: 'inherit' });
    return [{ row, contender: 'gateway', measure: 'failed runs', value: status === 0 ? 0 : 1 }];
  }
  if (row === 'growth') {
    console.log(
      `\n${row}: gateways with a real Redis on one core, calm and in a storm; the figures of docs/operations.md`,
    );
    return compareGrowth(row, field, load, effort.seconds);
  }
  console.log(
    `\n${row}: ${sessionCount} sessions expire at once, and each sends two concurrent requests, ${sessionsInFlight} of them at a time`,
  );
  const contenders = visits.map(({ contender }) => contender).filter(({ isGateway }) => isGateway);
  return compareStorms(row, contenders, field.upstreamOrigin, Math.min(3, lastRounds));
}

async function visit(field: Field): Promise<Visit[]> {
  const visits: Visit[] = [];
  for (const contender of field.contenders) {
    const cookie = await cookiesFor(contender);
    await checkContender(field, contender, cookie);
    visits.push({ contender, cookie });
  }
  return visits;
}

const rendersPages = rows.some((row) => row.startsWith('page'));
if (rendersPages) await buildIfStale();
const clientDir = rendersPages ? { clientDir: 'dist/client' } : {};
const load = await findLoad();
const byRow = new Map<string, Measurements>(rows.filter((row) => shapes[row]).map((row) => [row, new Map()]));
const findings: Finding[] = [];
// The measuring process shares the core of the load.
execFileSync('taskset', ['-apc', cores.others, String(process.pid)], { stdio: 'ignore' });
for (let start = byRow.size > 0 ? 1 : starts; start <= starts; start += 1) {
  const field = await startContenders({ names, ...clientDir, pinned: true });
  try {
    if (field.nginxMissing) console.log('nginx is not installed: its ratios are left out.');
    const visits = await visit(field);
    console.log(
      `Start ${start} of ${starts}: ${effort.rounds} rounds of ${effort.seconds} s for each of ${visits.length}`,
    );
    for (const [row, measured] of byRow) {
      const taking = visits.filter(({ contender }) => takesPart(contender.name, row));
      await measureCpuTime(measured, shapes[row] as Shape, taking, effort, load);
    }
    if (start < starts) continue;
    for (const [row, measured] of byRow) {
      console.log(`\n${row}: ${shapes[row]?.title}; CPU time per request, ratios are median (min–max)`);
      findings.push(...compareCpuTime(row, measured));
    }
    for (const row of rows.filter((each) => !shapes[each])) {
      const taking = visits.filter(({ contender }) => takesPart(contender.name, row));
      findings.push(...(await runRow(row, field, taking)));
    }
  } finally {
    await field.close();
  }
}

const verdicts = judge(budgets, findings);
console.log(`\n${await describeSize()}`);
console.log('Budgets');
console.table(
  verdicts.map(({ row, contender, measure, is, limit, value, kept }) => ({
    row,
    contender,
    budget: `${measure} ${is} ${limit}`,
    measured: value === null ? '-' : Number(value.toFixed(3)),
    verdict: value === null ? 'not measured' : kept ? 'pass' : 'FAIL',
  })),
);
process.exitCode = verdicts.every(({ kept }) => kept) ? 0 : 1;
