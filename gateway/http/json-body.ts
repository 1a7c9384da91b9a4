import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { codes } from '#shared/problem.ts';
import type { Config } from '../config.ts';
import { FairScheduler } from './fair-scheduler.ts';
import { exceedsJsonLimits } from './json-limits.ts';
import { NetworkBudget } from './network-budget.ts';
import { onRequestClosed } from './on-request-closed.ts';
import { Problem } from './problem.ts';
import { contentLengthOf } from './request-url.ts';

/** Bytes of all request bodies that are in memory at one time, half of them of one network. */
const maxBufferedBytes = 16 * 1024 * 1024;

/** Longer than anything that people type. Long bodies that never end must not keep others from signing in. */
const shortBytes = 4 * 1024;
const keptForShort = 4 * 1024 * 1024;

/**
 * Of complete bodies that are handled in one turn of the event loop: a client can complete a thousand of them with one
 * byte each. Reports take the longest: a millisecond for ten of these kilobytes.
 */
const bytesPerTurn = 16 * 1024;
/** What a short body weighs: its request takes as long as any other. So sixteen are handled in one turn. */
const leastWeight = 1024;

/** Each is an object, which takes hundreds of bytes: clients can send a body byte by byte. */
const maxPieces = 64;

/** A request's body; `request.body` is undefined where there is none. */
export class JsonBody {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /**
   * Parsed at each use: a tree that is kept while the upstream responds takes up to thirty times the space of its text.
   */
  get value(): unknown {
    return JSON.parse(this.bytes.toString('utf8'));
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** How many bytes of its body are in memory. */
    bufferedBytes: number;
  }
  interface FastifyInstance {
    /** A content type parser, for JSON under other names too. */
    readJsonBody(request: FastifyRequest, payload: IncomingMessage): Promise<JsonBody | undefined>;
  }
}

/** The one type of body that is accepted. */
async function jsonBody(app: FastifyInstance, { bodyLimitBytes }: Config): Promise<void> {
  const budget = new NetworkBudget(maxBufferedBytes);
  const turns = new FairScheduler(bytesPerTurn);
  app.server.on('connection', () => turns.deferTurn());
  /** Never resolves if the client leaves first. */
  const waitForTurn = ({ raw }: FastifyRequest, bytes: number): Promise<void> =>
    new Promise((resolve) => {
      const leave = () => forget();
      raw.socket.once('close', leave);
      const start = () => {
        raw.socket.off('close', leave);
        resolve();
      };
      const forget = turns.start(start, () => app.networkOf(raw), Math.max(bytes, leastWeight));
    });
  app.decorateRequest('bufferedBytes', 0);
  app.addHook('preParsing', (request, reply, payload, done) => {
    // The upstream client holds the bytes until they are sent.
    if (request.headers['content-length'])
      onRequestClosed(reply, () => budget.release(app.networkOf(request.raw), request.bufferedBytes));
    done(null, payload);
  });
  app.decorate('readJsonBody', async (request, payload) => {
    try {
      const take = (length: number, keepFree: number) => budget.take(app.networkOf(request.raw), length, keepFree);
      const bytes = await readBytes(request, payload, bodyLimitBytes, take);
      // A body of no bytes is none.
      if (bytes.length === 0) return undefined;
      await waitForTurn(request, bytes.length);
      // The client has got a 408 already, and may send the call again.
      if (!request.raw.socket.writable) throw malformed('Request body is too late');
      return parseJson(bytes);
    } catch (error) {
      // Unread bytes would make the operating system reset the connection, and the error with it.
      payload.resume();
      throw error;
    }
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', app.readJsonBody);
}

export const jsonBodyPlugin = fastifyPlugin(jsonBody, { name: 'json-body', dependencies: ['error-handler'] });

/** @throws {Problem} when the body is too long, or all bodies together are */
function readBytes(
  request: FastifyRequest,
  payload: IncomingMessage,
  limit: number,
  take: (length: number, keepFree: number) => boolean,
): Promise<Buffer> {
  let pieces: Buffer[] = [];
  const keep = (piece: Buffer): Problem | null => {
    const length = request.bufferedBytes + piece.length;
    if (!take(piece.length, length > shortBytes ? keptForShort : 0)) return overloaded();
    request.bufferedBytes = length;
    if (pieces.push(piece) === maxPieces) pieces = [Buffer.concat(pieces)];
    return null;
  };
  // Node keeps the listeners, and with them the pieces, until the request ends.
  const takeAll = (): Buffer => {
    const all = Buffer.concat(pieces);
    pieces = [];
    return all;
  };
  return new Promise((resolve, reject) => {
    if (contentLengthOf(payload) > limit) throw tooLarge();
    // An iterator would join the pieces that have arrived since its last step.
    payload.on('data', function onData(piece: Buffer) {
      const problem = keep(piece);
      if (!problem) return;
      payload.off('data', onData);
      reject(problem);
    });
    // Also where the client went away before this.
    finished(payload, { writable: false }, (error) =>
      error ? reject(malformed('Request body is not complete')) : resolve(takeAll()),
    );
  });
}

function parseJson(bytes: Buffer): JsonBody {
  if (exceedsJsonLimits(bytes)) throw malformed('Request body is nested too deeply or holds too many values');
  // As text, each wrong byte would take three.
  if (!isUtf8(bytes)) throw malformed('Request body is not UTF-8');
  const body = new JsonBody(bytes);
  try {
    void body.value;
  } catch {
    throw malformed('Request body is not JSON');
  }
  return body;
}

const malformed = (message: string) => new Problem(codes.invalidArgument, message, { reason: 'malformed' });

const tooLarge = () =>
  new Problem(codes.invalidArgument, 'Request body is too large', {
    status: 413,
    reason: 'body too large',
  });

const overloaded = () =>
  new Problem(codes.unavailable, 'Too many requests are being read, please try again', {
    headers: { 'retry-after': '2', connection: 'close' },
    reason: 'overload',
    failure: 'overload',
  });
