import { expect, test } from 'vitest';
import { RevocationQueue } from '../../../gateway/session/revocation-queue.ts';
import { createGate } from '../../support/gate.ts';

test('each revocation is counted by its outcome; a failed one does not affect others', async () => {
  const outcomes: string[] = [];
  const revocations = new RevocationQueue((outcome) => outcomes.push(outcome));
  revocations.start('network', 'a', async () => 'revoked');
  revocations.start('network', 'b', () => Promise.reject(new Error('no upstream')));
  revocations.start('network', 'c', async () => 'refreshing');
  await revocations.settled();
  expect(outcomes.sort()).toEqual(['failed', 'refreshing', 'revoked']);
});

test('of a network, 8 run at a time, 256 wait, and further ones are dropped; another network has as many', async () => {
  const outcomes: string[] = [];
  const gate = createGate();
  let started = 0;
  const revocations = new RevocationQueue((outcome) => outcomes.push(outcome));
  const start = (key: number, network = 'a') =>
    revocations.start(network, String(key), async () => {
      started += 1;
      await gate.pass();
      return 'revoked';
    });
  for (let count = 0; count < 8 + 256; count += 1) start(count);
  expect([started, outcomes]).toEqual([8, []]);
  start(1_000);
  start(1_001);
  // These are already queued.
  for (let count = 0; count < 8 + 256; count += 1) start(count);
  expect(outcomes).toEqual(['dropped', 'dropped']);
  for (let count = 0; count < 8 + 256; count += 1) start(2_000 + count, 'b');
  expect([started, outcomes.length]).toEqual([16, 2]);
  gate.open();
  await revocations.settled();
  expect(started).toBe(2 * (8 + 256));
  expect(outcomes.filter((outcome) => outcome === 'revoked')).toHaveLength(2 * (8 + 256));
});

test('a session is revoked again only after its revocation has finished', async () => {
  const outcomes: string[] = [];
  const revocations = new RevocationQueue((outcome) => outcomes.push(outcome));
  for (let count = 0; count < 3; count += 1) revocations.start('network', 'a', async () => 'failed');
  await revocations.settled();
  expect(outcomes).toEqual(['failed']);
  revocations.start('network', 'a', async () => 'revoked');
  await revocations.settled();
  expect(outcomes).toEqual(['failed', 'revoked']);
});
