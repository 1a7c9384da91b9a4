import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TurnEnd } from '../../../gateway/upstream/turn-end.ts';

test('what was added in one turn runs at its end, together and in order', async () => {
  const turnEnd = new TurnEnd();
  const events: string[] = [];
  turnEnd.add(() => {
    events.push('first');
    process.nextTick(() => events.push('after both'));
  });
  turnEnd.add(() => events.push('second'));
  await Promise.resolve();
  expect(events).toEqual([]);
  await nextTurn();
  expect(events).toEqual(['first', 'second', 'after both']);
});

test('what is added meanwhile runs at the end of the next turn', async () => {
  const turnEnd = new TurnEnd();
  const events: string[] = [];
  turnEnd.add(() => turnEnd.add(() => events.push('added meanwhile')));
  await nextTurn();
  expect(events).toEqual([]);
  await nextTurn();
  expect(events).toEqual(['added meanwhile']);
});
