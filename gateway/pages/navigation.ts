import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isNavigation } from '../http/request-url.ts';

type NavigationHook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Runs on every page load, for routes that are registered later. A hook that replies ends the request. */
export function addNavigationHook(app: FastifyInstance, hook: NavigationHook): void {
  const onRequest: NavigationHook = async (request, reply) =>
    isNavigation(request) && app.wantsPage(request) ? hook(request, reply) : undefined;
  app.addHook('onRoute', (route) => {
    if (route.config?.access === 'navigation') route.onRequest = [route.onRequest ?? [], onRequest].flat();
  });
}
