import { expect, test } from 'vitest';
import { ConnectionQueue, type QueuePlace } from '../../../gateway/upstream/connection-queue.ts';
import { heapBytes, megabyte } from '../../support/heap-bytes.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A queue that notes the names of the requests that it dispatches. */
interface Limits {
  readonly connections?: number;
  readonly connectionsOfNetwork?: number;
  readonly requests?: number;
  readonly bytes?: number;
  readonly ofNetwork?: { readonly requests: number; readonly bytes: number };
}

function openQueue(limits: Limits = {}) {
  const { connections = 1, requests = 10, bytes = megabyte } = limits;
  const queue = new ConnectionQueue({
    connections: [connections, limits.connectionsOfNetwork ?? connections],
    requests: [requests, limits.ofNetwork?.requests ?? requests],
    bytes: [bytes, limits.ofNetwork?.bytes ?? bytes],
  });
  const dispatched: string[] = [];
  // As a rule each has a network of its own.
  const enter = (name: string, bodyBytes = 0, network = name): QueuePlace => {
    const place = queue.enter(bodyBytes, network);
    if (!place) throw new Error('full');
    place.start(() => dispatched.push(name));
    return place;
  };
  return { queue, dispatched, enter };
}

test('as many requests are dispatched at once as there are connections, the others in their turn as these finish', async () => {
  const { dispatched, enter } = openQueue({ connections: 2 });
  const [a, b] = ['a', 'b', 'c', 'd', 'e'].map((name) => enter(name));
  expect(dispatched).toEqual(['a', 'b']);
  b?.finish();
  // Not before undici is done with the connection.
  expect(dispatched).toEqual(['a', 'b']);
  await nextTurn();
  expect(dispatched).toEqual(['a', 'b', 'c']);
  a?.finish();
  a?.finish();
  await nextTurn();
  expect(dispatched).toEqual(['a', 'b', 'c', 'e']);
});

test('one network gets its part of the connections, and the others get the rest', async () => {
  const { dispatched, enter } = openQueue({ connections: 4, connectionsOfNetwork: 2 });
  const [first] = ['a1', 'a2', 'a3', 'a4'].map((name) => enter(name, 0, 'a'));
  expect(dispatched).toEqual(['a1', 'a2']);
  const [, b2] = ['b1', 'b2', 'b3'].map((name) => enter(name, 0, 'b'));
  expect(dispatched).toEqual(['a1', 'a2', 'b1', 'b2']);
  first?.finish();
  await nextTurn();
  expect(dispatched).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
  const c = enter('c', 0, 'c');
  b2?.finish();
  await nextTurn();
  expect(dispatched.slice(5)).toEqual(['c']);
  c.finish();
  await nextTurn();
  expect(dispatched.slice(6)).toEqual(['b3']);
});

test('a network that waits for its part does not hold free connections', async () => {
  const { dispatched, enter } = openQueue({ connections: 3, connectionsOfNetwork: 1 });
  const [a1] = ['a1', 'a2', 'a3'].map((name) => enter(name, 0, 'a'));
  enter('b', 0, 'b');
  enter('c', 0, 'c');
  expect(dispatched).toEqual(['a1', 'b', 'c']);
  a1?.finish();
  await nextTurn();
  expect(dispatched).toEqual(['a1', 'b', 'c', 'a2']);
});

test('a connection that nobody waits for is there for the next request', async () => {
  const { dispatched, enter } = openQueue();
  for (const name of ['a', 'b']) {
    enter(name).finish();
    await nextTurn();
  }
  enter('c');
  enter('d');
  expect(dispatched).toEqual(['a', 'b', 'c']);
});

test('a request that arrives just after another has finished is dispatched', async () => {
  const { dispatched, enter } = openQueue();
  enter('a').finish();
  enter('b');
  expect(dispatched).toEqual(['a']);
  await nextTurn();
  expect(dispatched).toEqual(['a', 'b']);
});

test('only so many requests and bytes wait, exactly, until they have a connection', () => {
  const { queue, enter } = openQueue({ connections: 2, requests: 2, bytes: 100 });
  const first = enter('a', 60);
  expect(queue.enter(41, 'another')).toBeNull();
  enter('b', 40);
  expect(queue.enter(0, 'another')).toBeNull();
  first.connected();
  first.connected();
  expect(queue.enter(61, 'another')).toBeNull();
  expect(queue.enter(60, 'another')).not.toBeNull();
  expect(queue.enter(0, 'another')).toBeNull();
});

test('a request that is cancelled before it is dispatched leaves at once, and never is', async () => {
  const { queue, dispatched, enter } = openQueue({ requests: 2, bytes: 100 });
  const first = enter('a');
  const second = enter('b', 100);
  second.cancel();
  second.cancel();
  expect(queue.enter(101, 'another')).toBeNull();
  enter('c', 100);
  first.finish();
  await nextTurn();
  expect(dispatched).toEqual(['a', 'c']);
});

test('a request that is cancelled after it is dispatched counts until undici has forgotten it', async () => {
  const { queue, dispatched, enter } = openQueue({ requests: 2, bytes: 100 });
  const first = enter('a', 100);
  first.cancel();
  expect(queue.enter(1, 'another')).toBeNull();
  enter('b');
  expect(dispatched).toEqual(['a']);
  first.finish();
  await nextTurn();
  expect(dispatched).toEqual(['a', 'b']);
  expect(queue.enter(100, 'another')).not.toBeNull();
});

test('many requests that fail at once do so one after the other', async () => {
  const queue = new ConnectionQueue({ connections: [1, 1], requests: [20_000, 20_000], bytes: [0, 0] });
  let failed = 0;
  for (let count = 0; count < 20_000; count += 1) {
    const place = queue.enter(0, 'another');
    place?.start(() => {
      failed += 1;
      place.finish();
    });
  }
  await expect.poll(() => failed).toBe(20_000);
});

test('networks take turns, so that the slow calls of one do not keep others waiting', async () => {
  const { dispatched, enter } = openQueue();
  const places = ['a', 'b', 'c'].map((name) => enter(name, 0, 'slow'));
  enter('left', 0, 'other').cancel();
  places.push(enter('d', 0, 'other'), enter('e', 0, 'other'), enter('f', 0, 'third'));
  for (const order of ['a', 'f', 'b', 'd', 'c', 'e']) {
    expect(dispatched.at(-1)).toBe(order);
    places['abcdef'.indexOf(order)]?.finish();
    await nextTurn();
  }
});

test('one network may fill a part of the queue, with requests or with bytes', () => {
  const { queue, enter } = openQueue({ requests: 4, bytes: 100, ofNetwork: { requests: 2, bytes: 50 } });
  const first = enter('a', 10, 'one');
  enter('b', 40, 'one');
  first.connected();
  expect(queue.enter(11, 'one')).toBeNull();
  enter('c', 10, 'one');
  expect(queue.enter(0, 'one')).toBeNull();
  enter('d', 50, 'other');
  expect(queue.enter(1, 'third')).toBeNull();
  enter('e', 0, 'third');
  expect(queue.enter(0, 'fourth')).toBeNull();
});

test('networks that no longer wait take no memory', () => {
  const { queue } = openQueue();
  const before = heapBytes();
  for (let count = 0; count < 100_000; count += 1) queue.enter(0, `network ${count}`)?.connected();
  expect(heapBytes() - before).toBeLessThan(megabyte);
  // The queue is still in use: otherwise all of it could be collected.
  expect(queue.enter(0, 'another')).not.toBeNull();
});
