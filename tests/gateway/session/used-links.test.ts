import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CoordinationStore } from '../../../gateway/session/coordination-store.ts';
import { hashToken } from '../../../gateway/session/token-keys.ts';
import { UsedLinks } from '../../../gateway/session/used-links.ts';
import { createGate } from '../../support/gate.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 0 });
});
afterEach(() => vi.useRealTimers());

const network = '192.0.2.1';
const pair = { access: 'access-1', refresh: 'refresh-1' };
const at = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000 - Date.now());

test('a link counts from its first use', async () => {
  const links = new UsedLinks(new CoordinationStore(null));
  await links.recordSignIn(pair, network);
  at(60);
  await links.recordSignIn(pair, network);
  at(119);
  expect(await links.isExpired(pair)).toBe(false);
  at(120);
  expect(await links.isExpired(pair)).toBe(true);
});

test('however many links other networks use, a used link stays used', async () => {
  const links = new UsedLinks(new CoordinationStore(null));
  await links.recordOpened(pair.refresh, network);
  await links.recordSignIn(pair, network);
  for (let index = 0; index <= 6_000; index += 1) {
    const other = { access: `other-access-${index}`, refresh: `other-refresh-${index}` };
    await links.recordOpened(other.refresh, `198.51.100.${index % 15}`);
    await links.recordSignIn(other, `198.51.100.${index % 15}`);
  }
  expect(await links.wasOpenedRecently(pair.refresh)).toBe(true);
  at(120);
  expect(await links.isExpired(pair)).toBe(true);
});

test('of two first uses of a link at once, both record its refresh token first', async () => {
  const gate = createGate();
  const recorded: string[] = [];
  class SlowStore extends CoordinationStore {
    /** The copy in this process is there at once, but the first command is slow. */
    override async set(...entry: Parameters<CoordinationStore['set']>): Promise<void> {
      const isFirst = recorded.push(entry[0]) === 1;
      await super.set(...entry);
      if (isFirst) await gate.pass();
    }
  }
  const links = new UsedLinks(new SlowStore(null));
  const slow = links.recordSignIn(pair, network);
  await gate.arrived;
  await links.recordSignIn(pair, network);
  gate.open();
  await slow;
  const [refresh, access] = [pair.refresh, pair.access].map((token) => `link:${hashToken(token)}`);
  expect(recorded).toEqual([refresh, refresh, access, access]);
});
