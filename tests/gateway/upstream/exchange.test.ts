import { afterEach, expect, test, vi } from 'vitest';
import { NetworkBudget } from '../../../gateway/http/network-budget.ts';
import { PacedScheduler } from '../../../gateway/http/paced-scheduler.ts';
import { ResponseReader, type UpstreamResponse } from '../../../gateway/upstream/exchange.ts';
import { ImmediateBatch } from '../../../gateway/upstream/immediate-batch.ts';
import type { ReceivedHeaders } from '../../../gateway/upstream/response-headers.ts';

const megabyte = 1024 * 1024;
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const anyHeaders = { 'content-type': 'application/json' };

afterEach(() => {
  vi.useRealTimers();
});

/** A request in flight, with the handler calls that undici makes. */
function startExchange({ maxBytes = 1_000_000, budgetBytes = 16 * megabyte, waiting = 10 } = {}) {
  // One network gets half of it.
  const budget = new NetworkBudget(2 * budgetBytes);
  const counts = { aborted: 0, connected: 0, cancelled: 0, finished: 0, resumed: 0 };
  const limits = {
    timeoutMs: 60_000,
    budget,
    network: '192.0.2.1',
    batch: new ImmediateBatch(),
    turns: new PacedScheduler({ perTurn: 1, waiting: [waiting, waiting] }),
    place: {
      start: () => undefined,
      connected: () => {
        counts.connected += 1;
      },
      cancel: () => {
        counts.cancelled += 1;
      },
      finish: () => {
        counts.finished += 1;
      },
    },
  };
  let reader!: ResponseReader;
  const response = new Promise<UpstreamResponse>((resolve, reject) => {
    reader = new ResponseReader(maxBytes, limits, resolve, reject);
  });
  const failure = response.then(
    () => null,
    (problem: unknown) => problem,
  );
  // As undici's own.
  const controller = {
    paused: false,
    aborted: false,
    reason: null,
    pause: () => {
      controller.paused = true;
    },
    resume: () => {
      controller.paused = false;
      counts.resumed += 1;
    },
    abort: () => {
      counts.aborted += 1;
    },
  };
  const connect = () => reader.onRequestStart(controller);
  const begin = (status = 200, headers: ReceivedHeaders = anyHeaders) =>
    reader.onResponseStart(controller, status, headers);
  const receive = (chunk: Buffer) => reader.onResponseData(controller, chunk);
  const fail = (error: Error) => reader.onResponseError(controller, error);
  const complete = () => reader.onResponseEnd();
  const abort = () => reader.abort();
  return { abort, response, failure, budget, counts, controller, connect, begin, receive, fail, complete };
}

test('a response has its status, body, listed headers and duration', async () => {
  const { response, connect, begin, receive, complete } = startExchange();
  connect();
  const repeated = { 'cache-control': ['a', 'b'], 'retry-after': ['5', '6', '7'] };
  begin(201, { 'content-type': 'text/plain', 'x-other': '1', ...repeated, date: 'today' });
  for (const chunk of ['one ', 'two']) receive(Buffer.from(chunk));
  complete();
  const { status, body, headers: kept, milliseconds } = await response;
  expect([status, body.toString()]).toEqual([201, 'one two']);
  expect(kept).toEqual({ 'content-type': 'text/plain', 'retry-after': '7', 'cache-control': 'a, b', date: 'today' });
  expect(milliseconds).toBeGreaterThanOrEqual(0);
  // It is not the time since the process started.
  expect(milliseconds).toBeLessThan(performance.now());
});

test('an early hint is not taken for the response', async () => {
  const { response, connect, begin, complete } = startExchange();
  connect();
  begin(103, { 'content-length': '99999999' });
  begin(204, {});
  complete();
  expect(await response).toMatchObject({ status: 204, headers: {} });
});

test.each([
  [16, null],
  [17, expect.objectContaining({ failure: 'unreadable' })],
])('an upstream that sends early hints without end is cut off: %i', async (hints, expected) => {
  const { failure, connect, begin, complete } = startExchange();
  connect();
  for (let count = 0; count < hints; count += 1) begin(103, {});
  begin(204, {});
  complete();
  expect(await failure).toEqual(expected);
});

test('a request whose client has left before it is sent is aborted', async () => {
  const { failure, counts, connect, abort } = startExchange();
  abort();
  connect();
  expect([await failure, counts.aborted]).toEqual([expect.objectContaining({ status: 499 }), 1]);
});

test.each([
  ['of 64 kB', [64, 64, 64], [128, 192]],
  ['of 4 kB', Array<number>(48).fill(4), [68, 132]],
])('a response with chunks %s waits for its turn after each 64 kB, and is complete', async (_, kilobytes, pausedAt) => {
  const { response, counts, controller, connect, begin, receive, complete } = startExchange();
  connect();
  begin();
  const paused: number[] = [];
  let sent = 0;
  for (const each of kilobytes) {
    sent += each;
    const before = counts.resumed;
    receive(Buffer.alloc(each * 1024, 'a'));
    if (!controller.paused) continue;
    paused.push(sent);
    expect(counts.resumed).toBe(before);
    await nextTurn();
    expect(counts.resumed).toBe(before + 1);
  }
  expect(paused).toEqual(pausedAt);
  complete();
  expect((await response).body.equals(Buffer.alloc(192 * 1024, 'a'))).toBe(true);
});

test('where too many wait for a turn, a long response is read without one', async () => {
  const { response, counts, controller, connect, begin, receive, complete } = startExchange({ waiting: 0 });
  connect();
  begin();
  for (const chunk of ['a', 'b', 'c']) {
    receive(Buffer.alloc(64 * 1024, chunk));
    expect(controller.paused).toBe(false);
  }
  complete();
  expect((await response).body).toHaveLength(192 * 1024);
  expect(counts.resumed).toBe(0);
});

test('a response that ends before its turn is not resumed', async () => {
  const { failure, counts, connect, begin, receive, fail } = startExchange();
  connect();
  begin();
  receive(Buffer.alloc(65 * 1024));
  fail(Object.assign(new Error('gone'), { code: 'UND_ERR_SOCKET' }));
  await nextTurn();
  expect([counts.resumed, await failure]).toEqual([0, expect.objectContaining({ failure: 'reset' })]);
});

test('a response may be exactly as long as the limit', async () => {
  const exact = startExchange({ maxBytes: 1_000 });
  exact.connect();
  exact.begin(200, { 'content-length': '1000' });
  exact.receive(Buffer.alloc(1_000));
  exact.complete();
  expect((await exact.response).body).toHaveLength(1_000);

  const declared = startExchange({ maxBytes: 1_000 });
  declared.connect();
  declared.begin(200, { 'content-length': '1001' });
  const longer = startExchange({ maxBytes: 1_000 });
  longer.connect();
  longer.begin();
  longer.receive(Buffer.alloc(1_000));
  longer.receive(Buffer.alloc(1));
  for (const { failure, counts, budget } of [declared, longer]) {
    expect(await failure).toMatchObject({ failure: 'too long', message: 'Upstream response is too long' });
    expect([counts.aborted, budget.held]).toEqual([1, 0]);
  }
});

test('the memory of a body is reserved until it is released, once', async () => {
  const { response, budget, connect, begin, receive, complete } = startExchange();
  connect();
  begin();
  receive(Buffer.alloc(1_000));
  complete();
  const { release } = await response;
  expect(budget.held).toBeGreaterThanOrEqual(1_000);
  release();
  release();
  expect(budget.held).toBe(0);
});

test('without memory for its next chunk a response fails; long ones leave 4 MB of their network to short ones', async () => {
  const short = startExchange({ budgetBytes: 1_000 });
  short.connect();
  short.begin();
  short.receive(Buffer.alloc(1_001));
  const long = startExchange({ budgetBytes: 4 * megabyte + 70 * 1024 });
  long.connect();
  long.begin();
  long.receive(Buffer.alloc(65 * 1024));
  expect(long.budget.held).toBeGreaterThan(65 * 1024);
  long.receive(Buffer.alloc(10 * 1024));
  for (const { failure, counts, budget } of [short, long]) {
    expect(await failure).toMatchObject({ status: 503, failure: 'too many waiting' });
    expect([counts.aborted, budget.held]).toEqual([1, 0]);
  }
  const another = startExchange({ budgetBytes: 4 * megabyte });
  another.connect();
  another.begin();
  for (let count = 0; count < 6; count += 1) another.receive(Buffer.alloc(10 * 1024));
  another.complete();
  expect((await another.response).body).toHaveLength(60 * 1024);
});

test('a long response with a declared length reserves its memory before it is read, once', async () => {
  const declared = (bytes: number) => ({ 'content-length': String(bytes) });
  const fits = startExchange({ budgetBytes: 5 * megabyte });
  fits.connect();
  fits.begin(200, declared(100_000));
  expect(fits.budget.held).toBe(100_000);
  for (let count = 0; count < 10; count += 1) fits.receive(Buffer.alloc(10_000));
  expect(fits.budget.held).toBeLessThan(105_000);
  fits.complete();
  (await fits.response).release();
  expect(fits.budget.held).toBe(0);

  const tooLate = startExchange({ budgetBytes: 4.5 * megabyte });
  tooLate.connect();
  tooLate.begin(200, declared(600_000));
  expect(await tooLate.failure).toMatchObject({ status: 503, failure: 'too many waiting' });
  expect([tooLate.counts.aborted, tooLate.budget.held]).toEqual([1, 0]);

  const short = startExchange({ budgetBytes: 4 * megabyte });
  short.connect();
  short.begin(200, declared(64 * 1024));
  expect(short.budget.held).toBe(0);

  // More than declared: undici refuses that, and the budget counts it anyway.
  const longer = startExchange({ budgetBytes: 5 * megabyte });
  longer.connect();
  longer.begin(200, declared(70_000));
  longer.receive(Buffer.alloc(70_000));
  longer.receive(Buffer.alloc(5_000));
  expect(longer.budget.held).toBeGreaterThanOrEqual(75_000);
  longer.fail(new Error('gone'));
  await longer.failure;
  expect(longer.budget.held).toBe(0);
});

test('each chunk counts as an object, so that a response in single bytes is refused before it fills the memory', async () => {
  const { failure, budget, connect, begin, receive } = startExchange({ maxBytes: 100_000 });
  connect();
  begin();
  for (let count = 0; count < 500; count += 1) receive(Buffer.from('a'));
  expect(budget.held).toBeGreaterThan(500 * 200);
  for (let count = 0; count < 500; count += 1) receive(Buffer.from('a'));
  expect(await failure).toMatchObject({ failure: 'too long' });
  expect(budget.held).toBe(0);
});

test('a status outside the range of HTTP is refused, because metrics would keep each value', async () => {
  const { failure, connect, begin } = startExchange();
  connect();
  begin(600);
  expect(await failure).toMatchObject({ status: 502, failure: 'unreadable' });
});

test('599 is the last valid status', async () => {
  const { response, connect, begin, complete } = startExchange();
  connect();
  begin(599);
  complete();
  expect((await response).status).toBe(599);
});

test('chunks and their overhead may be exactly twice the limit', async () => {
  // 256 bytes for each chunk.
  const exact = startExchange({ maxBytes: 257 });
  exact.connect();
  exact.begin();
  for (const size of [1, 1]) exact.receive(Buffer.alloc(size));
  exact.complete();
  expect((await exact.response).body).toHaveLength(2);
  const more = startExchange({ maxBytes: 257 });
  more.connect();
  more.begin();
  for (const size of [1, 2]) more.receive(Buffer.alloc(size));
  expect(await more.failure).toMatchObject({ failure: 'too long' });
});

test('a body of one chunk is not copied', async () => {
  const { response, connect, begin, receive, complete } = startExchange();
  connect();
  begin();
  const chunk = Buffer.from('all');
  receive(chunk);
  complete();
  expect((await response).body).toBe(chunk);
});

test('an exchange waits for a connection, and keeps it until its response is complete', async () => {
  const { response, counts, connect, begin, receive, complete } = startExchange();
  expect(counts.connected).toBe(0);
  connect();
  begin();
  receive(Buffer.from('all'));
  expect(counts).toMatchObject({ connected: 1, finished: 0 });
  complete();
  await response;
  expect(counts).toMatchObject({ connected: 1, finished: 1, cancelled: 0 });
});

test('data after the end neither counts nor restarts the response', async () => {
  const { failure, budget, counts, connect, begin, receive, abort } = startExchange();
  connect();
  abort();
  begin(600);
  receive(Buffer.alloc(100_000));
  abort();
  await nextTurn();
  expect(await failure).toMatchObject({ message: 'Client went away' });
  expect([counts.aborted, counts.resumed, budget.held]).toEqual([1, 0, 0]);
});

test('a client that disconnects aborts the request, before and after it has a connection', async () => {
  const waiting = startExchange();
  waiting.abort();
  expect(waiting.counts).toMatchObject({ aborted: 0, connected: 0, cancelled: 1, finished: 0 });
  // undici still connects it if it was dispatched.
  waiting.connect();
  const sent = startExchange();
  sent.connect();
  sent.begin();
  sent.receive(Buffer.alloc(100));
  sent.abort();
  for (const { failure, counts, budget, receive, fail, complete } of [waiting, sent]) {
    expect(await failure).toMatchObject({ status: 499 });
    receive(Buffer.alloc(100));
    fail(new Error('aborted'));
    complete();
    expect([counts.aborted, counts.connected, budget.held]).toEqual([1, 1, 0]);
  }
});

test('aborting a complete response changes nothing', async () => {
  const { response, counts, connect, begin, complete, abort } = startExchange();
  connect();
  begin();
  complete();
  abort();
  expect(await response).toMatchObject({ status: 200 });
  expect(counts).toMatchObject({ aborted: 0, connected: 1, cancelled: 0, finished: 1 });
});

test('an exchange times out; no timer is left after one that finishes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const slow = startExchange();
  slow.connect();
  vi.advanceTimersByTime(59_999);
  expect(slow.counts.aborted).toBe(0);
  vi.advanceTimersByTime(1);
  expect(await slow.failure).toMatchObject({ status: 504, failure: 'timed out' });
  expect(slow.counts.aborted).toBe(1);

  const quick = startExchange();
  quick.connect();
  quick.begin();
  quick.complete();
  await quick.response;
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['UND_ERR_CONNECT_TIMEOUT', 'Error', 'before', 504, 'timed out', 'Upstream timed out'],
  ['ETIMEDOUT', 'Error', 'before', 504, 'timed out', 'Upstream timed out'],
  ['ETIMEDOUT', 'Error', 'after', 504, 'timed out', 'Upstream timed out'],
  ['ECONNREFUSED', 'Error', 'before', 502, 'refused', 'Upstream cannot be reached'],
  [undefined, 'Error', 'before', 502, 'refused', 'Upstream cannot be reached'],
  ['UND_ERR_SOCKET', 'SocketError', 'before', 502, 'reset', 'Upstream cannot be reached'],
  ['ECONNRESET', 'Error', 'before', 502, 'reset', 'Upstream cannot be reached'],
  ['EPIPE', 'Error', 'before', 502, 'reset', 'Upstream cannot be reached'],
  ['EHOSTUNREACH', 'Error', 'after', 502, 'reset', 'Upstream cannot be reached'],
  [undefined, 'HTTPParserError', 'after', 502, 'unreadable', 'Upstream response is unusable'],
  ['UND_ERR_HEADERS_OVERFLOW', 'Error', 'after', 502, 'unreadable', 'Upstream response is unusable'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'Error', 'after', 502, 'unreadable', 'Upstream response is unusable'],
])('the error %s (%s) %s the connection opens is a %i: %s', async (code, name, moment, status, failure, message) => {
  const exchange = startExchange();
  if (moment === 'after') exchange.connect();
  exchange.fail(Object.assign(new Error('connect 10.0.0.1:443'), { name }, code && { code }));
  const problem = await exchange.failure;
  // The message does not contain the host's name and address.
  expect(problem).toMatchObject({ status, failure, message });
  expect(exchange.counts.finished).toBe(1);
});
