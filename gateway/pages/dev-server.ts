import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { pathOf } from '../http/request-url.ts';

/** In development, modules and the hot-reload WebSocket come from Vite. Pages still come from the gateway. */
async function devServer(app: FastifyInstance, { url }: { url: string }): Promise<void> {
  // Imported only in development: it takes memory.
  const { default: httpProxy } = await import('@fastify/http-proxy');
  await app.register(httpProxy, {
    upstream: url,
    websocket: true,
    proxyPayloads: false,
    httpMethods: ['GET', 'HEAD'],
    config: { access: 'navigation', rate: 'none' },
    preHandler: async (request, reply) => {
      if (pathOf(request).startsWith('/web/')) return reply.callNotFound();
      if (request.headers.accept?.includes('text/html') && app.wantsPage(request)) return app.sendPage(request, reply);
    },
  });
}

export const devServerPlugin = fastifyPlugin(devServer, {
  name: 'dev-server',
  dependencies: ['pages', 'route-policy'],
});
