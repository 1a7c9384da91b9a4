/**
 * `npm run soak`: two gateways with the pod's memory, under load, with slow, malformed and oversized traffic and
 * injected faults. Fails if memory grows, a connection hangs or a session is lost. Then runs all attacks of
 * tests/bounds. Linux only. `npm run soak -- --minutes 5 --sessions 20` is a shorter run.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../../scripts/build.ts';
import { runCommand } from '../../scripts/commands.ts';
import { fromRoot } from '../../scripts/root.ts';
import { startCluster } from '../replicas/cluster.ts';
import { VirtualUsers } from '../replicas/virtual-users.ts';
import { largestFile } from '../support/largest-file.ts';
import { podMemoryMb } from '../support/pod-process.ts';
import { injectFaults } from './faults.ts';
import { sendMalformed } from './malformed-traffic.ts';
import { type SlowClients, sendSlowly } from './slow-clients.ts';
import { runSlowHttpTest } from './slowhttptest.ts';
import { collectsOnSignal, findGrowth, readVitals, type Vitals } from './vitals.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '20' }, sessions: { type: 'string', default: '60' } },
});
const minutes = Number(values.minutes);
const sampleMs = Math.min(60_000, (minutes * 60_000) / 6);
/** Refresh records are kept for five minutes: a process is warm when the first of them have expired. */
const warmAfterMs = Math.min(6 * 60_000, (minutes * 60_000) / 2);

await buildIfStale();
const cluster = await startCluster({
  routing: 'sticky',
  sessions: Number(values.sessions),
  accessTokenSeconds: 4,
  nodeArguments: collectsOnSignal,
  env: { CLIENT_DIR: fromRoot('dist/client'), RESPONSE_TIMEOUT_MS: '10000' },
});
const failures: string[] = [];
try {
  const [target] = cluster.replicas;
  const { port } = target.options;
  const file = await largestFile(`http://127.0.0.1:${port}`);
  const readAll = () => Promise.all(cluster.replicas.map(readVitals));
  const fresh = await readAll();

  const stop = new AbortController();
  const repeat = async (act: () => Promise<unknown>) => {
    while (!stop.signal.aborted) await act();
  };
  const slow: SlowClients = { ended: 0, hung: 0 };
  let malformedRequests = 0;
  const users = new VirtualUsers(cluster.browsers);
  const result = users.start();
  const faults = injectFaults(cluster, result, stop.signal);
  const slowHttpTests = runSlowHttpTest(`http://127.0.0.1:${port}/profile`, slow, stop.signal);
  const rest = [
    ...Array.from({ length: 10 }, () => repeat(() => sendSlowly(port, file, slow))),
    repeat(async () => {
      await sendMalformed(port);
      malformedRequests += 1;
      await pause(20);
    }),
  ];

  const samples: { readonly seconds: number; readonly vitals: readonly Vitals[] }[] = [];
  const started = Date.now();
  while (Date.now() - started < minutes * 60_000) {
    await pause(sampleMs);
    const sample = { seconds: Math.round((Date.now() - started) / 1000), vitals: await readAll() };
    samples.push(sample);
    console.log(JSON.stringify({ ...sample, requests: result.requests }));
  }
  stop.abort();
  await users.stop();
  const [faultCount, slowHttpRuns] = await Promise.all([faults, slowHttpTests, ...rest]);
  const lost = await users.findLost();

  // Both sides keep idle connections for a while; whatever stays open after that is a leak.
  await cluster.agent.close();
  const isQuiet = (vitals: readonly Vitals[]) =>
    vitals.every(({ openFiles }, index) => openFiles <= (fresh[index]?.openFiles ?? 0) + 4);
  let quiet = await readAll();
  for (let waited = 0; waited < 180 && !isQuiet(quiet); waited += 5) {
    await pause(4_000);
    quiet = await readAll();
  }
  if (!isQuiet(quiet)) failures.push('connections or files stayed open');

  const warm = samples.find(({ seconds }) => seconds * 1_000 >= warmAfterMs);
  for (const [index, last] of (samples.at(-1)?.vitals ?? []).entries()) {
    const before = warm?.vitals[index];
    if (before) failures.push(...findGrowth(before, last).map((what) => `replica ${index + 1}: ${what}`));
  }
  for (const [index, { isLimited }] of cluster.replicas.entries()) {
    const { peakMb = 0 } = quiet[index] ?? {};
    if (!isLimited && peakMb > podMemoryMb)
      failures.push(`replica ${index + 1}: ${Math.round(peakMb)} MB were resident`);
  }
  failures.push(...cluster.replicas.flatMap((replica) => replica.crashes));
  const counts: readonly (readonly [string, number])[] = [
    ['sessions lost', lost.length],
    ['responses that ended a session', result.sessionsEnded],
    ['profiles of another account', result.mixedUp],
    ['reads without a response', result.failedReads.length],
    ['slow clients that were not disconnected', slow.hung],
  ];
  failures.push(...counts.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`));

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
    ...quiet.map(row('idle again')),
  ]);
  console.log(
    `${result.requests} requests of ${cluster.browsers.length} sessions, ${cluster.refreshes()} refreshes, ${faultCount} faults, ` +
      `${slow.ended} slow clients disconnected, ${malformedRequests} malformed requests, ${slowHttpRuns ?? 'no'} runs of slowhttptest`,
  );
  console.log(
    `5xx: ${result.gatewayErrors} of the gateway during faults, ${result.overloaded} for overload, ${result.proxyErrors} of the proxy`,
  );
  console.log(
    `${result.cutWrites} writes interrupted; ${result.repeatedReads.length} reads retried because a reused connection was closed`,
  );
  for (const line of result.describeFailures()) console.log(line);
} finally {
  await cluster.close();
}
const slowRedis = ['--redis-delay', '100', '--only', 'sign-ins', '--report-waits'];
for (const options of [
  ['--seconds', '10'],
  ['--seconds', '60', ...slowRedis],
]) {
  const attacks = await runCommand(['tsx', 'tests/bounds/main.ts', ...options], 'live');
  if (attacks !== 0) failures.push(`the attacks of tests/bounds ${options.join(' ')} broke a bound`);
}
console.log(failures.length === 0 ? 'ok' : `FAILED: ${failures.join('; ')}`);
process.exitCode = failures.length === 0 ? 0 : 1;
