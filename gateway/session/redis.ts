import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../config.ts';
import type { SharedRedis } from './redis-store.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Null without REDIS_URL. */
    redis: SharedRedis | null;
  }
}

async function redis(app: FastifyInstance, { redisUrl }: Config): Promise<void> {
  if (redisUrl === null) {
    app.decorate('redis', null);
    return;
  }
  // Loaded only where it is used, for the memory that it takes.
  const { SharedRedis } = await import('./redis-store.ts');
  const shared = new SharedRedis(redisUrl, () => app.telemetry.coordinationDegraded());
  app.decorate('redis', shared);
  app.addHook('onClose', async () => shared.close());
  await shared.connect();
}

export const redisPlugin = fastifyPlugin(redis, { name: 'redis', dependencies: ['telemetry'] });
