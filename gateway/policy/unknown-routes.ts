import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { codes } from '#shared/problem.ts';
import { describeMissing } from '../http/error-handler.ts';
import { Problem } from '../http/problem.ts';
import { pathOf } from '../http/request-url.ts';

/** After the rate limit, so that guessed paths count; before the body, which Fastify would read first. */
async function unknownRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url = '*' } = request.routeOptions;
    if (request.is404) done(describeMissing(request));
    // The router has decoded the path; what is not written as in the table is another path.
    else if (!/[:*]/.test(url) && pathOf(request) !== url)
      done(new Problem(codes.notFound, 'Not found', { reason: 'path' }));
    else done();
  });
}

export const unknownRoutesPlugin = fastifyPlugin(unknownRoutes, {
  name: 'unknown-routes',
  dependencies: ['error-handler', 'rate-limit'],
});
