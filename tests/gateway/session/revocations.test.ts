import { expect, test } from 'vitest';
import { Revocations } from '../../../gateway/session/revocations.ts';
import { createGate } from '../../support/gate.ts';

test('each revocation is counted by its outcome; a failed one does not affect others', async () => {
  const outcomes: string[] = [];
  const revocations = new Revocations((outcome) => outcomes.push(outcome));
  revocations.start('a', async () => 'revoked');
  revocations.start('b', () => Promise.reject(new Error('no upstream')));
  revocations.start('c', async () => 'refreshing');
  await revocations.settled();
  expect(outcomes.sort()).toEqual(['failed', 'refreshing', 'revoked']);
});

test('16 run at a time, 512 wait, and further ones are dropped', async () => {
  const outcomes: string[] = [];
  const gate = createGate();
  let started = 0;
  const revocations = new Revocations((outcome) => outcomes.push(outcome));
  const start = (key: number) =>
    revocations.start(String(key), async () => {
      started += 1;
      await gate.pass();
      return 'revoked';
    });
  for (let count = 0; count < 16 + 512; count += 1) start(count);
  expect([started, outcomes]).toEqual([16, []]);
  start(1_000);
  start(1_001);
  // These are already queued.
  for (let count = 0; count < 16 + 512; count += 1) start(count);
  expect(outcomes).toEqual(['dropped', 'dropped']);
  gate.open();
  await revocations.settled();
  expect(started).toBe(16 + 512);
  expect(outcomes.filter((outcome) => outcome === 'revoked')).toHaveLength(16 + 512);
});

test('a session is revoked again only after its revocation has finished', async () => {
  const outcomes: string[] = [];
  const revocations = new Revocations((outcome) => outcomes.push(outcome));
  for (let count = 0; count < 3; count += 1) revocations.start('a', async () => 'failed');
  await revocations.settled();
  expect(outcomes).toEqual(['failed']);
  revocations.start('a', async () => 'revoked');
  await revocations.settled();
  expect(outcomes).toEqual(['failed', 'revoked']);
});
