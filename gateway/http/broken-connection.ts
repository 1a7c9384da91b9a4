import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { codes } from '#shared/problem.ts';
import { Problem } from './problem.ts';

const malformed = (message: string, status: number) =>
  new Problem(codes.invalidArgument, message, { status, reason: 'malformed' });

/** Errors of Node's HTTP parser as problems. */
function describe(code: string | undefined): Problem {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem(codes.deadlineExceeded, 'Request took too long', { status: 408, reason: 'timeout' });
    case 'HPE_HEADER_OVERFLOW':
      return malformed('Request headers are too large', 431);
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return malformed('Request body is too large', 413);
    default:
      return malformed('Malformed request', 400);
  }
}

/** Responds to a request that Node could not parse, then closes its connection. */
export function handleBrokenConnection(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // An earlier response on this connection has started: nothing may be written into it.
  const hasStarted = [...this.responsesInFlight].some(({ req, headersSent }) => req.socket === socket && headersSent);
  if (!socket.writable || hasStarted) {
    socket.destroy(error);
    return;
  }
  const { status, body, reason } = describe(error.code);
  if (reason) this.telemetry.refused(reason);
  const headers = [
    ...this.securityHeaders,
    ...['trace-id', randomUUID()],
    ...['content-type', 'application/json; charset=utf-8'],
    ...['content-length', String(Buffer.byteLength(body))],
    ...['cache-control', 'no-store', 'connection', 'close'],
  ];
  const lines = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`, () => socket.destroy());
}
