import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../config.ts';
import type { RedisStore } from './store.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Null without REDIS_URL. */
    redis: RedisStore | null;
  }
}

async function redis(app: FastifyInstance, { redisAddress }: Config): Promise<void> {
  if (redisAddress === null) {
    app.decorate('redis', null);
    return;
  }
  // Imported only here: ioredis takes memory.
  const { RedisStore } = await import('./store.ts');
  const store = new RedisStore(redisAddress, {
    commandFailed: () => app.telemetry.coordinationDegraded(),
    redisFailed: (reason) => app.telemetry.redisFailed(reason),
  });
  app.decorate('redis', store);
  app.addHook('onClose', async () => store.close());
  await store.connect();
}

export const redisPlugin = fastifyPlugin(redis, { name: 'redis', dependencies: ['telemetry'] });
