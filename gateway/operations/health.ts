import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

/** The state that readiness checks report. */
export interface Health {
  listening: boolean;
  overloaded: boolean;
  shuttingDown: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    health: Health;
  }
}

async function health(app: FastifyInstance): Promise<void> {
  app.decorate('health', { listening: false, overloaded: false, shuttingDown: false });
  app.addHook('onListen', (done) => {
    app.health.listening = true;
    done();
  });
}

export const healthPlugin = fastifyPlugin(health, { name: 'health' });
