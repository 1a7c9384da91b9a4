import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { codes } from '#shared/problem.ts';
import { Problem } from '../http/problem.ts';
import { contentLengthOf, isDecodable, isRead, pathOf, queryOf } from '../http/request-url.ts';

// Double slashes, backslashes, dot segments with and without `;`, their encoded forms, and anything but ASCII.
const trick = /^[^/]|\/\/|\\|%(?:00|25|2e|2f|5c)|\/\.\.?(?:[/;]|$)|[^\x21-\x7e]/i;

/** Whether the gateway and the upstream might read the path differently. */
export const isAmbiguousPath = (path: string): boolean => trick.test(path);

/** @param rawHeaders name, value, name, value, as received */
const countHosts = (rawHeaders: readonly string[]): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length;

/** No link has more. A page parses its query several times, and thousands of names would take milliseconds. */
const maxQueryParts = 100;

/** URLSearchParams takes a third of a millisecond for fifteen thousand of them, and much memory. */
const maxSpaces = 500;

/** Names and values that are not UTF-8. Each costs an exception whenever the query is parsed. */
const maxUndecodable = 10;

/** Links of older sites have a few such parts. */
function hasManyUndecodable(query: string): boolean {
  if (isDecodable(query)) return false;
  let found = 0;
  for (const part of query.split('&')) {
    const length = part.indexOf('=');
    const texts = length === -1 ? [part] : [part.slice(0, length), part.slice(length + 1)];
    found += texts.filter((text) => !isDecodable(text)).length;
    if (found > maxUndecodable) return true;
  }
  return false;
}

async function requestShape(app: FastifyInstance): Promise<void> {
  // Node would respond 417 to an unknown Expect header itself, without any hook. Ignoring the header is allowed.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', (request, _reply, done) => done(faultOf(request) ?? undefined));
  const faultOf = (request: FastifyRequest): Problem | null => {
    const { rawHeaders, httpVersion } = request.raw;
    // Node drops headers beyond its limit, and a dropped header must not be ignored.
    if (rawHeaders.length > 2 * (app.server.maxHeadersCount ?? 0)) {
      const options = { status: 431, headers: { connection: 'close' }, reason: 'malformed' } as const;
      return new Problem(codes.invalidArgument, 'Request headers are too large', options);
    }
    // It would not be read, and would wait in memory until the response.
    if (isRead(request) && contentLengthOf(request.raw) > 0) {
      const options = { headers: { connection: 'close' }, reason: 'malformed' } as const;
      return new Problem(codes.invalidArgument, 'A request to read something has no body', options);
    }
    const hosts = countHosts(rawHeaders);
    if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) {
      const options = { headers: { connection: 'close' }, reason: 'host' } as const;
      return new Problem(codes.invalidArgument, 'One Host header is needed', options);
    }
    const query = queryOf(request);
    const hasMany = (separator: string, limit: number) => query.split(separator, limit + 1).length > limit;
    if (hasMany('&', maxQueryParts) || hasMany('+', maxSpaces + 1) || hasManyUndecodable(query)) {
      return new Problem(codes.invalidArgument, 'The address has too many parameters', { reason: 'malformed' });
    }
    return isAmbiguousPath(pathOf(request)) ? new Problem(codes.notFound, 'Not found', { reason: 'path' }) : null;
  };
}

export const requestShapePlugin = fastifyPlugin(requestShape, {
  name: 'request-shape',
  dependencies: ['error-handler'],
});
