import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CoordinationStore } from '../../../gateway/session/coordination-store.ts';
import { hashToken } from '../../../gateway/session/token-keys.ts';
import { UsedLinks } from '../../../gateway/session/used-links.ts';
import { createGate } from '../../support/gate.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 0 });
});
afterEach(() => vi.useRealTimers());

const pair = { access: 'access-1', refresh: 'refresh-1' };
const at = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000 - Date.now());

test('a link counts from its first use', async () => {
  const links = new UsedLinks(new CoordinationStore(null));
  await links.recordSignIn(pair);
  at(60);
  await links.recordSignIn(pair);
  at(119);
  expect(await links.isExpired(pair)).toBe(false);
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
  const slow = links.recordSignIn(pair);
  await gate.arrived;
  await links.recordSignIn(pair);
  gate.open();
  await slow;
  const [refresh, access] = [pair.refresh, pair.access].map((token) => `link:${hashToken(token)}`);
  expect(recorded).toEqual([refresh, refresh, access, access]);
});
