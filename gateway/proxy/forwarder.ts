import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../config.ts';
import { Forwarder } from './forward.ts';
import { createRequestHeaders } from './request-headers.ts';
import { Upstream } from './upstream.ts';

declare module 'fastify' {
  interface FastifyInstance {
    upstream: Upstream;
    forwarder: Forwarder;
  }
}

async function upstream(app: FastifyInstance, config: Config): Promise<void> {
  app.decorate('upstream', new Upstream(config));
  app.addHook('onClose', () => app.upstream.close());
}

async function forwarder(app: FastifyInstance, config: Config): Promise<void> {
  app.decorate('forwarder', new Forwarder(app, createRequestHeaders(config)));
}

export const upstreamPlugin = fastifyPlugin(upstream, { name: 'upstream' });
export const forwarderPlugin = fastifyPlugin(forwarder, {
  name: 'forwarder',
  dependencies: ['upstream', 'session', 'telemetry'],
});
