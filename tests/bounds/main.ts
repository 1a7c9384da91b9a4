/**
 * `npm run bounds`: attacks a gateway with the pod's memory, with one attack after the other, then with all at once.
 * Fails if the gateway is killed, leaks memory or files, or delays another client with open connections; where no
 * cgroup can limit its memory, also if it takes more. `--seconds` for each attack, `--only NAME`. `--full-maps` fills
 * the gateway's maps first, as thousands of networks can.
 * `--tls` puts TLS between the gateway and its upstream. `--redis-delay MS` lets each response of Redis take longer,
 * and with it a refresh of the other client. `COOKIE_KEYS= npm run bounds -- --without-redis` attacks a gateway that
 * has neither. `--report FILE` writes the counts and failures as JSON.
 * `--report-waits` prints long waits without failing, because on two cores attackers, upstream and gateway share them.
 * `--attach PID,PORT,UPSTREAM_PORT` attacks a running gateway that uses this upstream port, and the COOKIE_KEYS of the
 * environment. decisions.md §3, Bounds
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import { parseArgs } from 'node:util';
import { createCertificateAuthority } from '../../sandbox/routers/certificate-authority.ts';
import { buildIfStale } from '../../scripts/build.ts';
import { waitForServer } from '../../scripts/processes.ts';
import { fromRoot } from '../../scripts/root.ts';
import { FaultyTcpProxy } from '../replicas/faulty-tcp-proxy.ts';
import { largestFile } from '../support/largest-file.ts';
import { podMemoryMb } from '../support/pod-process.ts';
import { startRedis } from '../support/redis.ts';
import { freePorts } from '../support/stack.ts';
import type { AttackerState } from './attacker.ts';
import { attacks } from './attacks.ts';
import { attachToGateway, startContainedGateway } from './contained-gateway.ts';
import { fillMaps } from './full-maps.ts';
import { type Experience, OtherClient, otherAddress } from './other-client.ts';
import { createCpuGroup, reserveCore } from './priorities.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    only: { type: 'string' },
    'full-maps': { type: 'boolean', default: false },
    tls: { type: 'boolean', default: false },
    'redis-delay': { type: 'string', default: '0' },
    'without-redis': { type: 'boolean', default: false },
    attach: { type: 'string' },
    report: { type: 'string' },
    'report-waits': { type: 'boolean', default: false },
  },
});
const [attachedPid = 0, attachedPort = 0, attachedUpstream] = values.attach?.split(',').map(Number) ?? [];
const attackMs = Number(values.seconds) * 1_000;
const bounds = { medianMs: 100, p99Ms: 1_000, quietMb: 150, quietWithinMs: 60_000 };

const names = Object.keys(attacks).filter((name) => !values.only || name.includes(values.only));
const rounds = values.only ? names.map((name) => [name]) : [...names.map((name) => [name]), names];

const start = (file: string, ...args: readonly string[]) =>
  spawn(process.execPath, ['--import', 'tsx', fromRoot('tests/bounds', file), ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

/** @throws {Error} if the attacker ends before. */
const reaches = (attacker: ChildProcess, state: AttackerState) =>
  new Promise<void>((resolve, reject) => {
    attacker.on('message', (reached) => {
      if (reached === state) resolve();
    });
    attacker.once('exit', () => reject(new Error(`An attacker ended before it was ${state}`)));
  });

/** Files with the upstream's certificate and key, and with the authority's certificate. */
async function issueCredential() {
  const authority = await createCertificateAuthority();
  // This process trusts it, too.
  setDefaultCACertificates([authority.certificate]);
  const { certificate, key } = await authority.issueToNode('localhost');
  const folder = await mkdtemp(join(tmpdir(), 'skerry-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const files = { file: join(folder, 'upstream.pem'), authority: join(folder, 'authority.pem') };
  await writeFile(files.file, `${certificate}\n${key}`);
  await writeFile(files.authority, authority.certificate);
  return files;
}

if (!values.attach) await buildIfStale();
const keepOffFirstCore = reserveCore();
const upstreamPort = attachedUpstream ?? (await freePorts(1))[0] ?? 0;
const credential = values.tls ? await issueCredential() : null;
const upstream = start('upstream.ts', String(upstreamPort), ...(credential ? [credential.file] : []));
const upstreamOrigin = `${credential ? 'https' : 'http'}://localhost:${upstreamPort}`;
await waitForServer(upstreamOrigin);
const redis = values.attach || values['without-redis'] ? null : await startRedis();
const redisUrl = redis?.url ?? '';
const slowRedis = Number(values['redis-delay']) > 0 ? new FaultyTcpProxy(Number(new URL(redisUrl).port)) : null;
await slowRedis?.open();
const gateway = values.attach
  ? attachToGateway(attachedPid, attachedPort)
  : await startContainedGateway(
      upstreamOrigin,
      slowRedis ? `redis://127.0.0.1:${slowRedis.port}` : redisUrl,
      credential?.authority ?? null,
    ).catch((error: unknown) => {
      upstream.kill();
      void slowRedis?.cut();
      void redis?.close();
      throw error;
    });
if (slowRedis) slowRedis.delayMs = Number(values['redis-delay']);
const cpu = await createCpuGroup();
for (const pid of [gateway.pid, upstream.pid ?? 0, process.pid]) await cpu?.add(pid);
const client = new OtherClient(gateway.port);
const file = await largestFile(`http://localhost:${gateway.port}`);
let passed = 0;
const failures: string[] = [];
const longWaits: string[] = [];

const check = (promise: string, isKept: boolean) => {
  if (isKept) passed += 1;
  else failures.push(promise);
};
const describe = ({ requests, failures, medianMs, p99Ms, newVisitorMs }: Experience) => ({
  requests,
  failed: failures.length,
  'median ms': Math.round(medianMs),
  'p99 ms': Math.round(p99Ms),
  'new visitor ms': Math.round(newVisitorMs),
});

const rows: Record<string, unknown>[] = [];
try {
  const address = await client.seenAddress();
  if (address !== otherAddress) throw new Error(`the other client comes from ${address}, an attacker's address`);
  // Lets code compile and connections open before the measurement.
  await pause(2_000);
  const before = { openFiles: await gateway.openFiles(), residentMb: await gateway.residentMb() };
  if (values['full-maps']) {
    await fillMaps(gateway.port);
    console.log({ 'with full maps': await gateway.residentMb() });
  }
  client.takeExperience();
  for (const round of rounds) {
    const name = round.length === 1 ? String(round[0]) : 'all at once';
    const attackers = round.map((attack) => start('attacker.ts', attack, String(gateway.port), file));
    for (const { pid = 0 } of attackers) keepOffFirstCore?.(pid);
    // Starting many processes uses the cores, which other machines' attacks would not do. All at once, the attacks keep
    // each other's first connections waiting for minutes.
    await Promise.all(attackers.map((attacker) => reaches(attacker, round.length === 1 ? 'connected' : 'connecting')));
    await pause(1_000);
    client.takeExperience();
    const from = { ms: performance.now(), processor: await gateway.processorTime() };
    await pause(round.length === 1 ? attackMs : 2 * attackMs);
    const [ms, processor] = [performance.now() - from.ms, await gateway.processorTime()];
    const share = {
      working: (processor.workedMs - from.processor.workedMs) / ms,
      waiting: (processor.waitedMs - from.processor.waitedMs) / ms,
    };
    const experience = client.takeExperience();
    const resident = await gateway.residentMb();
    const peak = await gateway.takePeakMb();
    const tcp = await gateway.tcpMb();
    check(
      `${name}: an attacker stopped`,
      attackers.every(({ exitCode, signalCode }) => exitCode === null && signalCode === null),
    );
    for (const attacker of attackers) attacker.kill('SIGKILL');
    rows.push({
      attack: name,
      ...describe(experience),
      'resident MB': Math.round(resident),
      'peak MB': Math.round(peak),
      ...(tcp !== null && { 'TCP MB': Math.round(tcp) }),
      'gateway works %': Math.round(100 * share.working),
      'waits for a core %': Math.round(100 * share.waiting),
    });
    check(`${name}: the gateway was killed`, gateway.isRunning());
    check(`${name}: ${Math.round(peak)} MB were resident`, gateway.isLimited || peak <= podMemoryMb);
    check(
      `${name}: another client's requests failed: ${experience.failures.slice(0, 3)}`,
      experience.failures.length === 0,
    );
    const waits = [
      [`median ${Math.round(experience.medianMs)} ms`, experience.medianMs < bounds.medianMs],
      [`p99 ${Math.round(experience.p99Ms)} ms`, experience.p99Ms < bounds.p99Ms],
    ] as const;
    for (const [what, isShort] of waits) {
      const promise = `${name}: another client waited, ${what}`;
      if (isShort || !values['report-waits']) check(promise, isShort);
      else longWaits.push(promise);
    }
    if (!gateway.isRunning()) break;
  }

  // Idle from here on: memory that is still held is a leak.
  await client.close();
  const measure = async () => ({ openFiles: await gateway.openFiles(), residentMb: await gateway.residentMb() });
  const isQuiet = ({ openFiles, residentMb }: typeof before) =>
    openFiles <= before.openFiles + 8 && residentMb <= bounds.quietMb;
  const ended = Date.now();
  let after = await measure();
  while (Date.now() < ended + bounds.quietWithinMs && !isQuiet(after)) {
    await pause(500);
    after = await measure();
  }
  const quietAfterSeconds = Math.round((Date.now() - ended) / 1_000);
  check(
    `${after.openFiles} files are open afterwards, ${before.openFiles} were before`,
    after.openFiles <= before.openFiles + 8,
  );
  check(`${Math.round(after.residentMb)} MB are resident afterwards`, after.residentMb <= bounds.quietMb);
  console.table(rows);
  console.log({
    limit: gateway.isLimited ? 'enforced' : 'not enforced: no memory cgroup can be created here',
    'first core': keepOffFirstCore ? 'without attackers' : 'shared with the attackers',
    before,
    after,
    quietAfterSeconds,
  });
} catch (error) {
  failures.push(`The attacks stopped: ${error}`);
} finally {
  await client.close();
  await gateway.close();
  upstream.kill();
  await slowRedis?.cut();
  await redis?.close();
  await cpu?.close();
}
for (const wait of longWaits) console.log(`longer than promised: ${wait}`);
for (const failure of failures) console.log(`✗ ${failure}`);
if (values.report) await writeFile(values.report, JSON.stringify({ passed, failures }));
console.log(`bounds: ${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
