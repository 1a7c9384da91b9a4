import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/root.ts';
import { cases } from './cases.ts';
import { corpus } from './corpus.ts';
import { isForwarded } from './is-forwarded.ts';
import { describeOutcome, type Lane, startDirectLane } from './lanes.ts';
import { mutatedRequests } from './mutate.ts';

let lane: Lane;
beforeAll(async () => {
  lane = await startDirectLane();
});
afterAll(() => lane.close());

// `npx vitest run tests/fuzz/corpus.test.ts -u` writes the results after a change that is meant.
test('every request of the corpus has the result that is checked in', async () => {
  const lines: string[] = [];
  for (const { name, bytes, isIncomplete } of corpus) {
    const outcome = await lane.send(bytes, isIncomplete);
    for (const status of outcome.statuses) expect(status, name).toBeLessThan(500);
    for (const { method, url, headers } of outcome.arrived) {
      expect([name, isForwarded(method, url)]).toEqual([name, true]);
      // What clients say of themselves in headers and trailers is marked with this word.
      expect([name, url, Object.values(headers).join()].join()).not.toContain('evil');
    }
    // When the client closes its side decides how far an incomplete one gets.
    if (!isIncomplete) lines.push(`${name}: ${describeOutcome(outcome)}\n`);
  }
  await expect(lines.join('')).toMatchFileSnapshot(fromRoot('tests/fuzz/corpus-results.txt'));
});

test('changed requests of the corpus reach listed calls only, and break nothing for the next client', async () => {
  await fc.assert(
    fc.asyncProperty(mutatedRequests, async (bytes) => {
      const { statuses, arrived } = await lane.send(bytes, true);
      for (const status of statuses) expect(status).toBeLessThan(500);
      for (const { method, url } of arrived)
        expect([method, url, isForwarded(method, url)]).toEqual([method, url, true]);
    }),
    cases(2),
  );
});
