/**
 * `npm run soak`: two gateways under load, with slow, broken and oversized traffic and one fault after the other. Fails when
 * something grows, hangs or loses a session. `npm run soak -- --minutes 5` and `--sessions 20` for a shorter look. Linux only.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Crowd } from '../replicas/crowd.ts';
import { openLab } from '../replicas/lab.ts';
import { makeFaults } from './faults.ts';
import { sendOddity } from './odd-traffic.ts';
import { type SlowClients, sendSlowly } from './slow-clients.ts';
import { runSlowHttpTest } from './slowhttptest.ts';
import { collectsOnSignal, findGrowth, readVitals, type Vitals } from './vitals.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '20' }, sessions: { type: 'string', default: '60' } },
});
const minutes = Number(values.minutes);
const sampleMs = Math.min(60_000, (minutes * 60_000) / 6);
/** What the journal remembers for five minutes is no growth: a process is warm when the first of it is forgotten. */
const warmAfterMs = Math.min(6 * 60_000, (minutes * 60_000) / 2);

const lab = await openLab({
  routing: 'sticky',
  sessions: Number(values.sessions),
  accessTokenSeconds: 4,
  nodeArguments: collectsOnSignal,
});
const broken: string[] = [];
try {
  const [target] = lab.replicas;
  const { port } = target.options;
  const readAll = () => Promise.all(lab.replicas.map(readVitals));
  const fresh = await readAll();

  const stop = new AbortController();
  const repeat = async (act: () => Promise<unknown>) => {
    while (!stop.signal.aborted) await act();
  };
  const slow: SlowClients = { ended: 0, hung: 0 };
  let oddities = 0;
  const crowd = new Crowd(lab.browsers);
  const tally = crowd.start();
  const faults = makeFaults(lab, tally, stop.signal);
  const slowHttpTests = runSlowHttpTest(`http://127.0.0.1:${port}/profile`, stop.signal);
  const rest = [
    ...Array.from({ length: 10 }, () => repeat(() => sendSlowly(port, slow))),
    repeat(async () => {
      await sendOddity(port);
      oddities += 1;
      await pause(20);
    }),
  ];

  const samples: { readonly seconds: number; readonly vitals: readonly Vitals[] }[] = [];
  const started = Date.now();
  while (Date.now() - started < minutes * 60_000) {
    await pause(sampleMs);
    const sample = { seconds: Math.round((Date.now() - started) / 1000), vitals: await readAll() };
    samples.push(sample);
    console.log(JSON.stringify({ ...sample, requests: tally.requests }));
  }
  stop.abort();
  await crowd.stop();
  const [faultCount, slowHttpRuns] = await Promise.all([faults, slowHttpTests, ...rest]);
  const lost = await crowd.findLost();

  // Idle connections are kept for a while by either side; what is left after that is a leak.
  await lab.agent.close();
  const isQuiet = (vitals: readonly Vitals[]) =>
    vitals.every(({ openFiles }, index) => openFiles <= (fresh[index]?.openFiles ?? 0) + 4);
  let quiet = await readAll();
  for (let waited = 0; waited < 180 && !isQuiet(quiet); waited += 5) {
    await pause(4_000);
    quiet = await readAll();
  }
  if (!isQuiet(quiet)) broken.push('connections or files stayed open');

  const warm = samples.find(({ seconds }) => seconds * 1_000 >= warmAfterMs);
  for (const [index, last] of (samples.at(-1)?.vitals ?? []).entries()) {
    const before = warm?.vitals[index];
    if (before) broken.push(...findGrowth(before, last).map((what) => `replica ${index + 1}: ${what}`));
  }
  broken.push(...lab.replicas.flatMap((replica) => replica.crashes));
  const counts: readonly (readonly [string, number])[] = [
    ['sessions lost', lost.length],
    ['answers that ended a session', tally.sessionsEnded],
    ['profiles of somebody else', tally.mixedUp],
    ['reads without an answer', tally.unansweredReads.length],
    ['slow clients that were let wait', slow.hung],
  ];
  broken.push(...counts.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`));

  const row = (when: string) => (vitals: Vitals, index: number) => ({
    when,
    replica: index + 1,
    'RSS MB': Math.round(vitals.rssMb),
    'heap MB': Number(vitals.heapMb.toFixed(1)),
    'open files': vitals.openFiles,
    sockets: vitals.sockets,
    handles: vitals.handles,
  });
  console.table([
    ...fresh.map(row('fresh')),
    ...(warm?.vitals ?? []).map(row(`warm, after ${warm?.seconds} s`)),
    ...(samples.at(-1)?.vitals ?? []).map(row(`at the end, after ${samples.at(-1)?.seconds} s`)),
    ...quiet.map(row('quiet again')),
  ]);
  console.log(
    `${tally.requests} requests of ${lab.browsers.length} sessions, ${lab.refreshes()} refreshes, ${faultCount} faults, ` +
      `${slow.ended} slow clients turned away, ${oddities} odd requests, ${slowHttpRuns ?? 'no'} runs of slowhttptest`,
  );
  console.log(
    `5xx: ${tally.gatewayErrors} of the gateway during faults, ${tally.overloaded} for overload, ${tally.proxyErrors} of the proxy`,
  );
  console.log(
    `${tally.cutWrites} writes cut off; ${tally.repeatedReads.length} reads sent again because an old connection was closed under them`,
  );
  for (const line of tally.describeFailures()) console.log(line);
} finally {
  await lab.close();
}
console.log(broken.length === 0 ? 'ok' : `BROKEN: ${broken.join('; ')}`);
process.exitCode = broken.length === 0 ? 0 : 1;
