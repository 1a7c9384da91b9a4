import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const dripEveryMs = 1_000;
/** Well above REQUEST_TIMEOUT_MS and the soak's RESPONSE_TIMEOUT_MS, so that a busy machine passes. */
const longestWaitMs = 60_000;

export interface SlowClients {
  /** Connections that the gateway closed, as it should. */
  ended: number;
  /** Connections still open after a minute. */
  hung: number;
}

type Drip = readonly [first: string, next: string, readsLittle?: true];

const drips = (file: string): readonly Drip[] => [
  // Nothing at all.
  ['', ''],
  // A request line that never ends, one letter at a time.
  ['GET /', 'a'],
  // Headers that never end.
  ['GET /profile HTTP/1.1\r\nHost: localhost\r\n', 'X-Slow: 1\r\n'],
  // A body sent one byte per second.
  [
    'POST /web/v1/account/update-settings HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    ' ',
  ],
  // The same, for reports.
  ['POST /reports HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{', ' '],
  // Responses of which a kilobyte per second is read; together longer than what the operating system takes. Without the
  // empty lines, the client would not notice that it is disconnected.
  [`GET ${file} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(15), '\r\n', true],
];

/**
 * Opens one connection of each kind and waits until the gateway closes it.
 * @param file the path of a large file
 */
export async function sendSlowly(port: number, file: string, counts: SlowClients): Promise<void> {
  await Promise.all(
    drips(file).map(async ([first, next, readsLittle]) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(first));
      let open = true;
      const closed = new Promise<void>((resolve) => {
        socket.once('close', () => {
          open = false;
          resolve();
        });
      });
      socket.on('error', () => undefined);
      if (readsLittle) socket.pause();
      else socket.resume();
      const dripping = setInterval(() => {
        if (readsLittle) socket.read(1_024);
        if (open) socket.write(next);
      }, dripEveryMs);
      await Promise.race([closed, pause(longestWaitMs, undefined, { ref: false })]);
      clearInterval(dripping);
      if (open) counts.hung += 1;
      else counts.ended += 1;
      socket.destroy();
    }),
  );
}
