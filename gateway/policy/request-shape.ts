import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { codes } from '#shared/problem.ts';
import { Problem } from '../http/problem.ts';
import { pathOf } from '../http/request-url.ts';

// Double slashes, backslashes, dot segments with and without a `;`, what decodes to one of these, and what is no ASCII.
const trick = /^[^/]|\/\/|\\|%(?:00|25|2e|2f|5c)|\/\.\.?(?:[/;]|$)|[^\x21-\x7e]/i;

/** Whether the path may mean one thing to the gateway and another to whoever reads it next. */
export const isTricky = (path: string): boolean => trick.test(path);

/** @param rawHeaders name, value, name, value, as they came */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

async function requestShape(app: FastifyInstance): Promise<void> {
  // To what it does not know in an Expect header, Node would answer 417 by itself, past every hook; it may be ignored.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addCheck((request) => {
    const { rawHeaders, httpVersion } = request.raw;
    const hosts = countHosts(rawHeaders);
    if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) {
      const options = { headers: { connection: 'close' }, reason: 'host' } as const;
      return new Problem(codes.invalidArgument, 'One Host header is needed', options);
    }
    return isTricky(pathOf(request)) ? new Problem(codes.notFound, 'Not found', { reason: 'path' }) : null;
  });
}

export const requestShapePlugin = fastifyPlugin(requestShape, {
  name: 'request-shape',
  dependencies: ['checks', 'error-handler'],
});
