import { randomUUID } from 'node:crypto';
import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { codes } from '#shared/problem.ts';
import { noLength } from './limited-request.ts';
import { Problem } from './problem.ts';
import { isNavigation, type PageRequest } from './request-url.ts';
import { resetConnection } from './reset-connection.ts';

/** @property rawPacket what was read last, with the byte that the parser refused */
type ParserError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

const malformed = (message: string, status: number) =>
  new Problem(codes.invalidArgument, message, { status, reason: 'malformed' });

/** Errors of Node's HTTP parser, and the one of the server itself, as problems. */
function describe(code: string | undefined): Problem {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem(codes.deadlineExceeded, 'Request took too long', { status: 408, reason: 'timeout' });
    case 'HPE_HEADER_OVERFLOW':
      return malformed('Request headers are too large', 431);
    case noLength:
      return malformed('A request body needs a Content-Length', 411);
    default:
      return malformed('Malformed request', 400);
  }
}

/** Of the 16 kB for all headers. With fewer bytes of cookies, requests with a shorter address still succeed. */
const maxCookieBytes = 13 * 1024;

/**
 * Whether cookies made the headers too large. A site of a neighboring domain can set so many that every request fails,
 * and only the browser can delete them. A long address deletes nothing: a link must not sign anyone out. So this counts
 * only headers that came in one read, the first of their connection: the rest of an address could hold anything, and so
 * could a body before them that another site has sent. The browser repeats the request on a new connection.
 */
function hasTooManyCookies({ code, rawPacket }: ParserError, { bytesRead }: Socket): boolean {
  if (code !== 'HPE_HEADER_OVERFLOW' || !rawPacket || bytesRead > rawPacket.length) return false;
  const head = rawPacket.toString('latin1', 0, maxHeaderSize);
  const isWhole = requestLine.test(head) && !head.includes('\r\n\r\n');
  const bytes = Array.from(head.matchAll(/\r\ncookie:.*/gi), ([line]) => line.length);
  return isWhole && bytes.reduce((sum, length) => sum + length, 0) > maxCookieBytes;
}

/** With a short address: a long one could be the reason. */
const requestLine = /^[A-Z]+ \S{1,1024} HTTP\/1\.1\r\n/;

/** Of a head. A browser sends about twenty; 64 kB can have 16,000. */
const maxLines = 50;

/** The navigation whose head Node refused, as far as it was read; null for other requests. */
function readRefusedNavigation({ rawPacket }: ParserError): PageRequest | null {
  const [first = '', ...lines] = rawPacket?.toString('latin1').split('\r\n', maxLines) ?? [];
  const url = /^GET (\S+) HTTP\/1\.1$/.exec(first)?.[1];
  if (url === undefined) return null;
  const end = lines.indexOf('');
  const headers = lines.slice(0, end === -1 ? maxLines : end).map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const request = { method: 'GET', headers: Object.fromEntries(headers), raw: { url } };
  return isNavigation(request) ? request : null;
}

/** How long a client may take to read the response and to close its connection, too. */
const closingTimeoutMs = 5_000;

/**
 * Responds to a request that Node could not parse, and ends its connection. That counts as open until its client has
 * closed it, too: the kernel would keep it for minutes if the client acknowledges nothing. docs/decisions/007-bounds.md
 */
export function handleBrokenConnection(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // An earlier response on this connection has started: nothing may be written into it. A reset, so that the kernel
  // does not keep what the client has not read.
  if (!socket.writable || this.responsesInFlight.get(socket)?.headersSent) {
    resetConnection(socket);
    return;
  }
  const problem = describe(error.code);
  if (problem.reason) this.telemetry.refused(problem.reason);
  const navigation = readRefusedNavigation(error);
  const page = navigation ? this.renderErrorPage?.(navigation, problem) : undefined;
  const body = page?.html ?? problem.body;
  const common = this.securityHeaders.flatMap((name, index, all) => (index % 2 === 0 ? [[name, all[index + 1]]] : []));
  const headers = {
    ...Object.fromEntries(common),
    ...page?.headers,
    'trace-id': randomUUID(),
    'content-type': page ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
    ...(hasTooManyCookies(error, socket) && { 'clear-site-data': '"cookies"' }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const { status } = problem;
  const response = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
  if (!socket.write(response)) {
    resetConnection(socket);
    return;
  }
  socket.destroySoon();
  const timeout = setTimeout(() => resetConnection(socket), closingTimeoutMs);
  socket.once('close', () => clearTimeout(timeout));
}
