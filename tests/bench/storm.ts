import { Client } from 'undici';
import { sendRequest } from '../support/send-request.ts';
import { readCpuMicroseconds, readMemoryMegabytes } from './cpu-time.ts';
import type { Finding } from './findings.ts';
import { paths, requestHeaders, upstreamControl } from './shape.ts';
import { median, withSpread } from './statistics.ts';
import type { Target } from './targets.ts';

export const sessionCount = 10_000;

/** Each session sends two concurrent requests, like a page after a long sleep. */
const requestsPerSession = 2;

/** Sessions with requests in flight. A proxy would queue the others, because a replica has a limit. */
export const sessionsInFlight = 250;

interface Browser {
  /** One connection for each concurrent request. */
  readonly clients: readonly Client[];
  readonly cookies: Map<string, string>;
}

export interface Wave {
  readonly seconds: number;
  readonly cpuMicroseconds: number;
  /** The number of responses per status. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly refreshes: number;
}

export interface Storm {
  readonly calm: Wave;
  readonly storm: Wave;
}

/** Measures a wave of requests after all sessions have expired, and one without expired sessions for comparison. */
export async function measureStorms(
  replicas: readonly Target[],
  upstreamOrigin: string,
  { sessions, rounds }: { readonly sessions: number; readonly rounds: number },
): Promise<Storm[]> {
  const connections = connect(replicas, sessions);
  const turns = await openTurns(connections, sessions);
  const readCpu = async () => {
    const times = await Promise.all(replicas.map(({ pid }) => readCpuMicroseconds(pid)));
    return times.reduce((sum, time) => sum + time, 0);
  };
  const readRefreshes = async () => Number((await sendRequest(upstreamOrigin, upstreamControl.refreshes)).text);
  const measureWave = async (): Promise<Wave> => {
    const refreshesBefore = await readRefreshes();
    const cpuBefore = await readCpu();
    const begin = performance.now();
    const statuses = countAll((await Promise.all(turns.map(requestInTurn))).flat());
    const seconds = (performance.now() - begin) / 1_000;
    const cpuMicroseconds = (await readCpu()) - cpuBefore;
    return { seconds, cpuMicroseconds, statuses, refreshes: (await readRefreshes()) - refreshesBefore };
  };
  const storms: Storm[] = [];
  await measureWave();
  for (let round = 0; round < rounds; round += 1) {
    const calm = await measureWave();
    await sendRequest(upstreamOrigin, upstreamControl.expire);
    storms.push({ calm, storm: await measureWave() });
  }
  await Promise.all(connections.flat().map((client) => client.close()));
  return storms;
}

/** Prints a table. */
export async function compareStorms(
  row: string,
  targets: readonly Target[],
  upstreamOrigin: string,
  rounds: number,
): Promise<Finding[]> {
  const table = [];
  const findings: Finding[] = [];
  for (const target of targets) {
    const storms = await measureStorms([target], upstreamOrigin, { sessions: sessionCount, rounds });
    const refreshes = storms.map(({ storm }) => storm.refreshes);
    const failed = storms.map(({ storm }) => sessionCount * requestsPerSession - (storm.statuses.get(200) ?? 0));
    const statuses = countAll(storms.flatMap(({ storm }) => [...storm.statuses.keys()]));
    table.push({
      target: target.name,
      refreshes: [...new Set(refreshes)].join(', '),
      statuses: [...statuses.keys()].join(', '),
      'all completed, s': withSpread(storms.map(({ storm }) => storm.seconds)),
      'time ÷ calm': withSpread(storms.map(({ storm, calm }) => storm.seconds / calm.seconds)),
      'CPU ÷ calm': withSpread(storms.map(({ storm, calm }) => storm.cpuMicroseconds / calm.cpuMicroseconds)),
      'RSS MB': Math.round(await readMemoryMegabytes(target.pid)),
    });
    findings.push(
      // The first deviation, if there is one.
      {
        row,
        target: target.name,
        measure: 'refreshes',
        value: refreshes.find((each) => each !== sessionCount) ?? median(refreshes),
      },
      { row, target: target.name, measure: 'not 200', value: Math.max(...failed) },
    );
  }
  console.table(table);
  return findings;
}

/** Opens two connections for each session in flight, to alternating replicas: the worst case. */
function connect(replicas: readonly Target[], sessions: number): Client[][] {
  const keepAliveMs = 600_000;
  const options = { keepAliveTimeout: keepAliveMs, keepAliveMaxTimeout: keepAliveMs };
  return Array.from({ length: Math.min(sessions, sessionsInFlight) }, () =>
    Array.from({ length: requestsPerSession }, (_, request) => {
      const { origin } = replicas[request % replicas.length] as Target;
      return new Client(origin, options);
    }),
  );
}

/** Signs in all sessions, in groups that share connections: the sessions of a group run one after the other. */
const openTurns = (connections: readonly (readonly Client[])[], sessions: number): Promise<Browser[][]> =>
  Promise.all(
    connections.map(async (clients, turn) => {
      const browsers: Browser[] = [];
      for (let session = turn; session < sessions; session += connections.length) {
        browsers.push(await openBrowser(clients));
      }
      return browsers;
    }),
  );

async function openBrowser(clients: readonly Client[]): Promise<Browser> {
  const browser = { clients, cookies: new Map<string, string>() };
  const { body, headers } = await (clients[0] as Client).request({
    method: 'POST',
    path: paths.signIn,
    headers: { ...requestHeaders(''), 'content-type': 'application/json' },
    body: JSON.stringify({ perm_token: 'session' }),
  });
  await body.dump();
  keepCookies(browser, headers['set-cookie']);
  return browser;
}

async function requestInTurn(browsers: readonly Browser[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const browser of browsers) statuses.push(...(await requestConcurrently(browser)));
  return statuses;
}

function requestConcurrently(browser: Browser): Promise<number[]> {
  const headers = requestHeaders([...browser.cookies.values()].join('; '));
  return Promise.all(
    browser.clients.map(async (client) => {
      const response = await client.request({ method: 'GET', path: paths.small, headers });
      await response.body.dump();
      keepCookies(browser, response.headers['set-cookie']);
      return response.statusCode;
    }),
  );
}

function keepCookies({ cookies }: Browser, setCookies: string | string[] = []): void {
  for (const setCookie of [setCookies].flat()) {
    const [pair = ''] = setCookie.split(';');
    cookies.set(pair.split('=', 1)[0] ?? '', pair);
  }
}

function countAll(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
