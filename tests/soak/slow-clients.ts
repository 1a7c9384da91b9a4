import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const dripEveryMs = 1_000;
/** More than REQUEST_TIMEOUT_MS, and a busy machine. */
const patienceMs = 60_000;

export interface SlowClients {
  /** Connections that the gateway has ended, as it must. */
  ended: number;
  /** Connections that it has let wait for longer than a minute. */
  hung: number;
}

type Drip = readonly [first: string, next: string];

const drips: readonly Drip[] = [
  // Nothing at all.
  ['', ''],
  // A request line without an end, one letter at a time.
  ['GET /', 'a'],
  // Headers without an end.
  ['GET /profile HTTP/1.1\r\nHost: localhost\r\n', 'X-Slow: 1\r\n'],
  // A body of which one byte comes each second.
  [
    'POST /web/v1/account/update-settings HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    ' ',
  ],
  // The same in chunks.
  [
    'POST /reports HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    '1\r\n \r\n',
  ],
];

/** One of each kind, until the gateway has had enough of them. */
export async function sendSlowly(port: number, counts: SlowClients): Promise<void> {
  await Promise.all(
    drips.map(async ([first, next]) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(first));
      let open = true;
      const closed = new Promise<void>((resolve) => {
        socket.once('close', () => {
          open = false;
          resolve();
        });
      });
      socket.on('error', () => undefined);
      socket.resume();
      const dripping = setInterval(() => open && socket.write(next), dripEveryMs);
      await Promise.race([closed, pause(patienceMs, undefined, { ref: false })]);
      clearInterval(dripping);
      if (open) counts.hung += 1;
      else counts.ended += 1;
      socket.destroy();
    }),
  );
}
