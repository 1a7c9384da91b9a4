import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type NavigationHook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Runs on every page load, for routes that are registered later. A hook that replies ends the request. */
export function addNavigationHook(app: FastifyInstance, hook: NavigationHook): void {
  const onRequest: NavigationHook = async (request, reply) =>
    isNavigation(app, request) ? hook(request, reply) : undefined;
  app.addHook('onRoute', (route) => {
    if (route.config?.access === 'navigation') route.onRequest = [route.onRequest ?? [], onRequest].flat();
  });
}

/** Whether the browser loads a page, not a script or an image. A browser without `Sec-Fetch-Mode` is trusted. */
const isNavigation = (app: FastifyInstance, request: FastifyRequest): boolean =>
  request.method === 'GET' &&
  request.headers.accept?.includes('text/html') === true &&
  (request.headers['sec-fetch-mode'] ?? 'navigate') === 'navigate' &&
  app.wantsPage(request);
