import { Client } from 'undici';
import { sendRequest } from '../support/send-request.ts';
import type { Contender } from './contenders.ts';
import { readCpuMicroseconds, readMemoryMegabytes } from './cpu-time.ts';
import type { Finding } from './findings.ts';
import { paths, requestHeaders, upstreamControl } from './shape.ts';
import { median, withSpread } from './statistics.ts';

export const sessionCount = 10_000;

/** As a page does that has been asleep: each session asks twice at the same moment. */
const requestsPerSession = 2;

/** A browser: its own connection, its own cookies. */
interface Browser {
  readonly client: Client;
  readonly cookies: Map<string, string>;
}

export interface Wave {
  readonly seconds: number;
  readonly cpuMicroseconds: number;
  /** How often each status came. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly refreshes: number;
}

export interface Storm {
  readonly calm: Wave;
  readonly storm: Wave;
}

/** All sessions expire at once and all ask at once, beside the same requests while nothing has expired. */
export async function measureStorms(
  contender: Contender,
  upstreamOrigin: string,
  { sessions, rounds }: { readonly sessions: number; readonly rounds: number },
): Promise<Storm[]> {
  const browsers = await openBrowsers(contender, sessions);
  const readRefreshes = async () => Number((await sendRequest(upstreamOrigin, upstreamControl.refreshes)).text);
  const measureWave = async (): Promise<Wave> => {
    const refreshesBefore = await readRefreshes();
    const cpuBefore = await readCpuMicroseconds(contender.pid);
    const begin = performance.now();
    const statuses = countAll(await Promise.all(browsers.flatMap(askAtOnce)));
    const seconds = (performance.now() - begin) / 1_000;
    const cpuMicroseconds = (await readCpuMicroseconds(contender.pid)) - cpuBefore;
    return { seconds, cpuMicroseconds, statuses, refreshes: (await readRefreshes()) - refreshesBefore };
  };
  const storms: Storm[] = [];
  await measureWave();
  for (let round = 0; round < rounds; round += 1) {
    const calm = await measureWave();
    await sendRequest(upstreamOrigin, upstreamControl.expire);
    storms.push({ calm, storm: await measureWave() });
  }
  await Promise.all(browsers.map(({ client }) => client.close()));
  return storms;
}

/** Prints a table. */
export async function compareStorms(
  row: string,
  contenders: readonly Contender[],
  upstreamOrigin: string,
  rounds: number,
): Promise<Finding[]> {
  const table = [];
  const findings: Finding[] = [];
  for (const contender of contenders) {
    const storms = await measureStorms(contender, upstreamOrigin, { sessions: sessionCount, rounds });
    const refreshes = storms.map(({ storm }) => storm.refreshes);
    const failed = storms.map(({ storm }) => sessionCount * requestsPerSession - (storm.statuses.get(200) ?? 0));
    const statuses = countAll(storms.flatMap(({ storm }) => [...storm.statuses.keys()]));
    table.push({
      contender: contender.name,
      refreshes: [...new Set(refreshes)].join(', '),
      statuses: [...statuses.keys()].join(', '),
      'all answered, s': withSpread(storms.map(({ storm }) => storm.seconds)),
      'time ÷ calm': withSpread(storms.map(({ storm, calm }) => storm.seconds / calm.seconds)),
      'CPU ÷ calm': withSpread(storms.map(({ storm, calm }) => storm.cpuMicroseconds / calm.cpuMicroseconds)),
      'RSS MB': Math.round(await readMemoryMegabytes(contender.pid)),
    });
    findings.push(
      // The one that is farthest off, if one is.
      {
        row,
        contender: contender.name,
        measure: 'refreshes',
        value: refreshes.find((each) => each !== sessionCount) ?? median(refreshes),
      },
      { row, contender: contender.name, measure: 'not 200', value: Math.max(...failed) },
    );
  }
  console.table(table);
  return findings;
}

/** Signs them in, a hundred at a time, so that no connection is refused. */
async function openBrowsers({ origin }: Contender, count: number): Promise<Browser[]> {
  const browsers: Browser[] = [];
  while (browsers.length < count) {
    const some = Array.from({ length: Math.min(100, count - browsers.length) }, () => openBrowser(origin));
    browsers.push(...(await Promise.all(some)));
  }
  return browsers;
}

async function openBrowser(origin: string): Promise<Browser> {
  const keepAliveMs = 600_000;
  const client = new Client(origin, {
    pipelining: requestsPerSession,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
  });
  const browser = { client, cookies: new Map<string, string>() };
  const { body, headers } = await client.request({
    method: 'POST',
    path: paths.signIn,
    headers: { ...requestHeaders(''), 'content-type': 'application/json' },
    body: JSON.stringify({ perm_token: 'session' }),
  });
  await body.dump();
  keepCookies(browser, headers['set-cookie']);
  return browser;
}

function askAtOnce(browser: Browser): Promise<number>[] {
  const headers = requestHeaders([...browser.cookies.values()].join('; '));
  return Array.from({ length: requestsPerSession }, async () => {
    // Not blocking: both are on their way before the first is answered.
    const answer = await browser.client.request({ method: 'GET', path: paths.small, headers, blocking: false });
    await answer.body.dump();
    keepCookies(browser, answer.headers['set-cookie']);
    return answer.statusCode;
  });
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
