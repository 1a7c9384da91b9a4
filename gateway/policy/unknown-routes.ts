import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { describeMissing } from '../http/error-handler.ts';

/** After the rate limit, so that guessed paths count; before the body, which Fastify would read first. */
async function unknownRoutes(app: FastifyInstance): Promise<void> {
  app.addCheck((request) => (request.is404 ? describeMissing(request) : null));
}

export const unknownRoutesPlugin = fastifyPlugin(unknownRoutes, {
  name: 'unknown-routes',
  dependencies: ['checks', 'error-handler', 'rate-limit'],
});
