import type { FastifyInstance, onRequestHookHandler } from 'fastify';

/** Runs before every page route that is registered later, after what holds for every request; calls never meet it. */
export function onNavigation(app: FastifyInstance, hook: onRequestHookHandler): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.access === 'navigation') route.onRequest = [route.onRequest ?? [], hook].flat();
  });
}
