/**
 * `npm run bench [rows]`: CPU time per request of the gateway, configured as in production, and of its peers. It does
 * not compare requests per second, which depend on other processes. Ratios are computed within interleaved rounds, over
 * several starts, because V8 compiles each process differently. Prints line counts and budgets; fails if one is
 * exceeded.
 *
 * `npm run bench -- production --targets gateway,bare,nginx --starts 3 --seconds 2` is a quick run.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../../scripts/build.ts';
import { fromRoot } from '../../scripts/root.ts';
import { budgets } from './budgets.ts';
import { checkTarget, cookiesFor } from './checks.ts';
import { compareCpuTime, type Measurements, measureCpuTime, type TargetRequest } from './compare.ts';
import { type Finding, judge } from './findings.ts';
import { compareGrowth } from './growth.ts';
import { compareLatency } from './latency.ts';
import { describeSize } from './line-counts.ts';
import { findLoad } from './load.ts';
import { type Shape, shapes } from './shape.ts';
import { compareStorms, sessionCount, sessionsInFlight } from './storm.ts';
import { cores, isMeasuredIn, startTargets, type TargetName, type Targets, targetNames } from './targets.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    targets: { type: 'string' },
    starts: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '5' },
  },
});
const starts = readCount(values.starts);
const benchmark = { rounds: readCount(values.rounds), seconds: readCount(values.seconds) };
/** For rows that are measured in the last start only. */
const lastRounds = Math.max(starts, benchmark.rounds);

const allRows = [...Object.keys(shapes), 'latency', 'refresh-storm', 'growth', 'replicas'];
const rows = choose(positionals, allRows);
const names = choose<TargetName>(values.targets?.split(',') ?? [], targetNames).filter((name) =>
  rows.some((row) => isMeasuredIn(name, row)),
);

function readCount(text: string): number {
  // Zero rounds would break no budget.
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`${text} is no number from 1 on`);
  return Number(text);
}

/** All if none is requested. */
function choose<Name extends string>(wanted: readonly string[], offered: readonly Name[]): readonly Name[] {
  const unknown = wanted.filter((name) => !offered.some((each) => each === name));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: there is ${offered.join(', ')}`);
  return wanted.length === 0 ? offered : offered.filter((name) => wanted.includes(name));
}

/** Runs a row that needs only the processes of the last start. */
async function runRow(row: string, targets: Targets, requests: readonly TargetRequest[]): Promise<Finding[]> {
  if (row === 'latency') {
    console.log(`\n${row}: median response time at 2000 requests/s, minus that of the upstream itself`);
    return compareLatency(row, requests, targets.upstreamOrigin, { ...benchmark, rounds: lastRounds });
  }
  if (row === 'replicas') {
    console.log(`\n${row}: two gateways behind HAProxy with a Redis, as \`npm run replicas\` runs them`);
    // This process is pinned to one core; the replicas may use both.
    const both = ['-c', `${cores.proxies},${cores.others}`];
    const replicas = [fromRoot('node_modules/.bin/tsx'), fromRoot('tests/replicas/main.ts')];
    const { status } = spawnSync('taskset', [...both, ...replicas], { stdio: 'inherit' });
    return [{ row, target: 'gateway', measure: 'failed runs', value: status === 0 ? 0 : 1 }];
  }
  if (row === 'growth') {
    console.log(
      `\n${row}: gateways with a real Redis on one core, at normal load and in a refresh storm; the figures of docs/operations.md`,
    );
    return compareGrowth(row, targets, load, benchmark.seconds);
  }
  console.log(
    `\n${row}: ${sessionCount} sessions expire at once, and each sends two concurrent requests, ${sessionsInFlight} of them at a time`,
  );
  const gateways = requests.map(({ target }) => target).filter(({ isGateway }) => isGateway);
  return compareStorms(row, gateways, targets.upstreamOrigin, Math.min(3, lastRounds));
}

async function prepareRequests(targets: Targets): Promise<TargetRequest[]> {
  const requests: TargetRequest[] = [];
  for (const target of targets.all) {
    const cookie = await cookiesFor(target);
    await checkTarget(targets, target, cookie);
    requests.push({ target, cookie });
  }
  return requests;
}

const rendersPages = rows.some((row) => row.startsWith('page'));
if (rendersPages) await buildIfStale();
const clientDir = rendersPages ? { clientDir: 'dist/client' } : {};
const load = await findLoad();
const byRow = new Map<string, Measurements>(rows.filter((row) => shapes[row]).map((row) => [row, new Map()]));
const findings: Finding[] = [];
// The measuring process shares a core with the load generator.
execFileSync('taskset', ['-apc', cores.others, String(process.pid)], { stdio: 'ignore' });
for (let start = byRow.size > 0 ? 1 : starts; start <= starts; start += 1) {
  const targets = await startTargets({ names, ...clientDir, pinned: true });
  try {
    if (targets.nginxMissing) console.log('nginx is not installed: its ratios are left out.');
    const requests = await prepareRequests(targets);
    console.log(
      `Start ${start} of ${starts}: ${benchmark.rounds} rounds of ${benchmark.seconds} s for each of ${requests.length}`,
    );
    for (const [row, measured] of byRow) {
      const measuredIn = requests.filter(({ target }) => isMeasuredIn(target.name, row));
      await measureCpuTime(measured, shapes[row] as Shape, measuredIn, benchmark, load);
    }
    if (start < starts) continue;
    for (const [row, measured] of byRow) {
      console.log(`\n${row}: ${shapes[row]?.title}; CPU time per request, ratios are median (min–max)`);
      findings.push(...compareCpuTime(row, measured));
    }
    for (const row of rows.filter((each) => !shapes[each])) {
      const measuredIn = requests.filter(({ target }) => isMeasuredIn(target.name, row));
      findings.push(...(await runRow(row, targets, measuredIn)));
    }
  } finally {
    await targets.close();
  }
}

const verdicts = judge(budgets, findings);
console.log(`\n${await describeSize()}`);
console.log('Budgets');
console.table(
  verdicts.map(({ row, target, measure, is, limit, value, kept }) => ({
    row,
    target,
    budget: `${measure} ${is} ${limit}`,
    measured: value === null ? '-' : Number(value.toFixed(3)),
    verdict: value === null ? 'not measured' : kept ? 'pass' : 'FAIL',
  })),
);
process.exitCode = verdicts.every(({ kept }) => kept) ? 0 : 1;
