import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attributionNames } from '#shared/attribution.ts';
import { isInstalled } from '../deploy/is-installed.ts';
import { cases } from './cases.ts';
import { corpus } from './corpus.ts';
import { isForwarded } from './is-forwarded.ts';
import {
  type Arrival,
  describeOutcome,
  type Lane,
  startDirectLane,
  startHaproxyLane,
  startNginxLane,
} from './lanes.ts';
import { mutatedRequests } from './mutate.ts';
import { permittedDifferences } from './permitted-differences.ts';

const proxies = [
  { proxy: 'HAProxy', program: 'haproxy', start: startHaproxyLane },
  { proxy: 'nginx', program: 'nginx', start: startNginxLane },
] as const;

for (const { proxy, program } of proxies) {
  if (!isInstalled(program))
    console.log(`Skipped, because ${proxy} is not installed (npm run setup): tests/fuzz/proxies.test.ts`);
}

describe.each(proxies)('through $proxy', ({ proxy, program, start }) => {
  const isMissing = !isInstalled(program);
  let lanes: readonly [direct: Lane, proxied: Lane];
  beforeAll(async () => {
    if (isMissing) return;
    lanes = await Promise.all([startDirectLane(), start()]);
  });
  afterAll(async () => {
    if (isMissing) return;
    await Promise.all(lanes.map((lane) => lane.close()));
  });

  const permitted = permittedDifferences[proxy].flatMap(({ outcomes }) => Object.entries(outcomes));
  const permittedOutcomes = new Map(permitted);

  test.skipIf(isMissing)(
    'the same requests of the corpus arrive, and get the same statuses, as directly, unless the proxy refuses; every other difference is listed, as it is',
    async () => {
      const plain = corpus.find(({ name }) => name === 'plain-get');
      // The gateway makes them itself: a difference that is permitted is none of headers.
      const plainHeaders = plain && (await lanes[0].send(plain.bytes, false)).arrived[0]?.headers;
      const unexplained: unknown[] = [];
      const explained = new Map<string, string>();
      for (const { name, bytes, isIncomplete } of corpus) {
        const [direct, proxied] = await Promise.all(lanes.map((lane) => lane.send(bytes, isIncomplete)));
        if (!direct || !proxied) throw new Error('no outcome');
        expectHarmless(name, proxied.arrived);
        // When the client closes its side decides how far an incomplete one gets.
        if (isIncomplete) continue;
        // A request that the proxy does not know of would have no response.
        expect([name, proxied.arrived.length <= proxied.statuses.length]).toEqual([name, true]);
        if (JSON.stringify(direct) === JSON.stringify(proxied)) continue;
        const isRefused = proxied.arrived.length === 0 && proxied.statuses.every(isRefusal);
        const isPermitted = permittedOutcomes.has(name);
        if (isRefused && !isPermitted && !name.startsWith('plain-')) continue;
        if (!isPermitted) {
          unexplained.push({ name, direct, proxied });
          continue;
        }
        explained.set(name, describeOutcome(proxied));
        for (const { headers } of proxied.arrived) {
          const { 'content-length': _length, 'content-type': _type, ...others } = headers;
          expect([name, others]).toEqual([name, plainHeaders]);
        }
      }
      expect(unexplained).toEqual([]);
      expect(Object.fromEntries(explained)).toEqual(Object.fromEntries(permitted));
    },
  );

  test('every permitted difference is about an entry of the corpus, once', () => {
    const names = corpus.map(({ name }) => name);
    expect(permitted.map(([name]) => name).filter((name) => !names.includes(name))).toEqual([]);
    expect(permittedOutcomes.size).toBe(permitted.length);
  });

  test.skipIf(isMissing)(
    'a page that deletes doubled cookies, as many as one response may, and keeps a long attribution arrives with all its cookies',
    async () => {
      const query = attributionNames.map((name) => `${name}=${'x'.repeat(500)}`).join('&');
      const request = [
        `GET /profile?${query} HTTP/1.1`,
        'Host: account.skerry.example',
        'Accept: text/html',
        'Cookie: access_token=a; access_token=b; refresh_token=a; refresh_token=b; auth_type=a; auth_type=b; cleanup=0',
        'Connection: close',
        '\r\n',
      ].join('\r\n');
      const [direct, proxied] = await Promise.all(lanes.map((lane) => lane.receive(Buffer.from(request))));
      if (!direct || !proxied) throw new Error('no response');
      expect(proxied.split(' ', 2)[1]).toBe('200');
      const isDeletion = (setCookie: string) => setCookie.includes('=; Max-Age=0');
      const [sent, arrived] = [readSetCookies(direct), readSetCookies(proxied)];
      const [kept, deleted] = [arrived.filter((each) => !isDeletion(each)), arrived.filter(isDeletion)];
      expect(kept).toEqual(sent.filter((each) => !isDeletion(each)));
      expect(kept.join().length).toBeGreaterThan(3_000);
      // The first half of the deletions is the same in each response.
      expect(deleted.slice(0, 10)).toEqual(sent.filter(isDeletion).slice(0, 10));
      expect(deleted.join('').length).toBeGreaterThan(1_800);
    },
  );

  test.skipIf(isMissing)(
    'changed requests reach listed calls only, each with a response, and break nothing for the next client',
    async () => {
      const [, proxied] = lanes;
      await fc.assert(
        fc.asyncProperty(mutatedRequests, async (bytes) => {
          const { statuses, arrived } = await proxied.send(bytes, true);
          for (const { method, url } of arrived) expect(isForwarded(method, url)).toBe(true);
          expect(arrived.length).toBeLessThanOrEqual(statuses.length);
        }),
        cases(0.5),
      );
    },
  );
});

const readSetCookies = (received: string) =>
  [...received.matchAll(/^set-cookie: (.*)\r$/gim)].map(([, value = '']) => value);

/** The others are the proxy's when the gateway's response is broken or missing. */
const isRefusal = (status: number) => status >= 400 && ![502, 503, 504].includes(status);

/** What clients say of themselves in headers and trailers is marked with the word `evil`. */
function expectHarmless(name: string, arrived: readonly Arrival[]): void {
  for (const { method, url, headers } of arrived) {
    expect([name, isForwarded(method, url)]).toEqual([name, true]);
    expect([name, url, Object.values(headers).join()].join()).not.toContain('evil');
  }
}
