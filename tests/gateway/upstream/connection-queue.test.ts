import { expect, test } from 'vitest';
import { ConnectionQueue, type QueuePlace } from '../../../gateway/upstream/connection-queue.ts';

const megabyte = 1024 * 1024;
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A queue that notes the names of the requests that it dispatches. */
function openQueue(limits: { connections?: number; requests?: number; bytes?: number } = {}) {
  const { connections = 1, requests = 10, bytes = megabyte } = limits;
  const queue = new ConnectionQueue({ connections, waiting: { requests, bytes } });
  const dispatched: string[] = [];
  const enter = (name: string, bodyBytes = 0): QueuePlace => {
    const place = queue.enter(bodyBytes);
    if (!place) throw new Error('full');
    place.start(() => dispatched.push(name));
    return place;
  };
  return { queue, dispatched, enter };
}

test('as many requests are dispatched at once as there are connections, the others in order as these finish', async () => {
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
  expect(dispatched).toEqual(['a', 'b', 'c', 'd']);
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

test('a request that finishes while another arrives lets that one go', async () => {
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
  expect(queue.enter(41)).toBeNull();
  enter('b', 40);
  expect(queue.enter(0)).toBeNull();
  first.connected();
  first.connected();
  expect(queue.enter(61)).toBeNull();
  expect(queue.enter(60)).not.toBeNull();
  expect(queue.enter(0)).toBeNull();
});

test('a request that is cancelled before it is dispatched leaves at once, and never is', async () => {
  const { queue, dispatched, enter } = openQueue({ requests: 2, bytes: 100 });
  const first = enter('a');
  const second = enter('b', 100);
  second.cancel();
  second.cancel();
  expect(queue.enter(101)).toBeNull();
  enter('c', 100);
  first.finish();
  await nextTurn();
  expect(dispatched).toEqual(['a', 'c']);
});

test('a request that is cancelled after it is dispatched counts until undici has forgotten it', async () => {
  const { queue, dispatched, enter } = openQueue({ requests: 2, bytes: 100 });
  const first = enter('a', 100);
  first.cancel();
  expect(queue.enter(1)).toBeNull();
  enter('b');
  expect(dispatched).toEqual(['a']);
  first.finish();
  await nextTurn();
  expect(dispatched).toEqual(['a', 'b']);
  expect(queue.enter(100)).not.toBeNull();
});

test('many requests that fail at once do so one after the other', async () => {
  const queue = new ConnectionQueue({ connections: 1, waiting: { requests: 20_000, bytes: 0 } });
  let failed = 0;
  for (let count = 0; count < 20_000; count += 1) {
    const place = queue.enter(0);
    place?.start(() => {
      failed += 1;
      place.finish();
    });
  }
  await expect.poll(() => failed).toBe(20_000);
});
