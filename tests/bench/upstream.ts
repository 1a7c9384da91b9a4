/** An upstream that takes almost no CPU time: prepared responses, minimal parsing. */
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { Sessions } from './sessions.ts';
import { bodies, paths, tokens, upstreamControl } from './shape.ts';

const response = (status: string, body: string) =>
  Buffer.from(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\n\r\n${body}`,
  );
const prepared = {
  small: response('200 OK', bodies.small),
  large: response('200 OK', bodies.large),
  posted: response('200 OK', bodies.posted),
  expired: response('401 Unauthorized', '{"code":16,"message":"expired"}'),
  pair: response('200 OK', JSON.stringify({ access_token: tokens.access, refresh_token: tokens.refresh })),
  expiredPair: response('200 OK', JSON.stringify({ access_token: tokens.expired, refresh_token: tokens.refresh })),
};
const sessions = new Sessions();

/** The last request, for the checks. */
let last = { head: '', body: '' };

function respondTo(head: string, body: string): Buffer {
  const path = head.split(' ', 2)[1] ?? '';
  switch (path) {
    case upstreamControl.last:
      return response('200 OK', JSON.stringify(last));
    case upstreamControl.refreshes:
      return response('200 OK', String(sessions.refreshes));
    case upstreamControl.expire:
      sessions.expireAll();
      return prepared.posted;
    default:
      last = { head, body };
      return respondToCall(path, head, body);
  }
}

function respondToCall(path: string, head: string, body: string): Buffer {
  switch (path) {
    case paths.signIn:
      if (body.includes('expired')) return prepared.expiredPair;
      return body.includes('session') ? response('200 OK', sessions.signIn()) : prepared.pair;
    case paths.refresh: {
      if (!body.includes('session-refresh')) return prepared.pair;
      const pair = sessions.renew(body);
      return pair === null ? prepared.expired : response('200 OK', pair);
    }
    case paths.post:
      return prepared.posted;
    default:
      if (head.includes(tokens.expired) || sessions.isExpired(head)) return prepared.expired;
      return path === paths.large ? prepared.large : prepared.small;
  }
}

createServer((socket) => {
  let rest = '';
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1');
    for (let end = rest.indexOf('\r\n\r\n'); end !== -1; end = rest.indexOf('\r\n\r\n')) {
      const head = rest.slice(0, end);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      const next = end + 4 + length;
      if (rest.length < next) return;
      const body = rest.slice(end + 4, next);
      rest = rest.slice(next);
      socket.write(respondTo(head, body));
    }
  });
}).listen(Number(process.argv[2]), '127.0.0.1');

/** Receives traces. */
createHttpServer((request, response) => {
  request.resume().on('end', () => response.end('{}'));
}).listen(Number(process.argv[3]), '127.0.0.1');
