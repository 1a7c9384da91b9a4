import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled } from '../deploy/is-installed.ts';
import { cases } from './cases.ts';
import { corpus } from './corpus.ts';
import { isForwarded } from './is-forwarded.ts';
import { type Arrival, type Lane, startDirectLane, startHaproxyLane, startNginxLane } from './lanes.ts';
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

  const permitted = permittedDifferences[proxy].flatMap(({ entries }) => entries);

  test.skipIf(isMissing)(
    'the same requests of the corpus arrive as directly, unless the proxy refuses or a difference is explained, and explained ones exist',
    async () => {
      const unexplained: unknown[] = [];
      const untrue: string[] = [];
      for (const { name, bytes, isIncomplete } of corpus) {
        const [direct, proxied] = await Promise.all(lanes.map((lane) => lane.send(bytes, isIncomplete)));
        if (!direct || !proxied) throw new Error('no outcome');
        expectHarmless(name, proxied.arrived);
        // When the client closes its side decides how far an incomplete one gets.
        if (isIncomplete) continue;
        // A request that the proxy does not know of would have no response.
        expect([name, proxied.arrived.length <= proxied.statuses.length]).toEqual([name, true]);
        const isRefused = proxied.arrived.length === 0 && proxied.statuses.every((status) => status >= 400);
        const isSame = JSON.stringify(direct.arrived) === JSON.stringify(proxied.arrived);
        const isExplained = permitted.includes(name);
        if (isSame || (isRefused && !name.startsWith('plain-'))) {
          if (isExplained) untrue.push(name);
        } else if (!isExplained) unexplained.push({ name, direct, proxied });
      }
      expect({ unexplained, untrue }).toEqual({ unexplained: [], untrue: [] });
    },
  );

  test('every explained difference is about an entry of the corpus', () => {
    const names = corpus.map(({ name }) => name);
    expect(permitted.filter((name) => !names.includes(name))).toEqual([]);
    expect(new Set(permitted).size).toBe(permitted.length);
  });

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

/** What clients say of themselves in headers and trailers is marked with the word `evil`. */
function expectHarmless(name: string, arrived: readonly Arrival[]): void {
  for (const { method, url, headers } of arrived) {
    expect([name, isForwarded(method, url)]).toEqual([name, true]);
    expect([name, url, Object.values(headers).join()].join()).not.toContain('evil');
  }
}
