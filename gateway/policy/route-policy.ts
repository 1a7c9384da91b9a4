import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

/**
 * Who a route is for. `public`: anyone; `session`: browsers with a session, which the upstream checks, not the gateway;
 * `navigation`: a page load; `file`: a static file.
 */
export type Access = 'public' | 'session' | 'navigation' | 'file';

/** The bucket that counts requests to the route. decisions.md §2 */
export type RateBucket = 'sign-in' | 'calls' | 'social sign-in' | 'reports';

export interface RoutePolicy {
  readonly access: Access;
  /** `none` for pages, files and the session's own routes. */
  readonly rate: RateBucket | 'none';
  /** Exempts the route from the origin check. Only where a cross-site request can do no harm. */
  readonly crossSite?: true;
}

export interface RouteEntry extends RoutePolicy {
  readonly method: string;
  readonly path: string;
}

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<RoutePolicy> {}
  interface FastifyInstance {
    /** Every route with its policy, in the order of registration. */
    routeTable: RouteEntry[];
    /** The methods of an exact path. */
    methodsOf(path: string): readonly string[];
  }
}

/** A route without a policy stops the start. */
async function routePolicy(app: FastifyInstance): Promise<void> {
  app.decorate('routeTable', []);
  app.decorate('methodsOf', (path: string) =>
    app.routeTable.filter((route) => route.path === path).map(({ method }) => method),
  );
  app.addHook('onRoute', (route) => {
    const { access, rate, crossSite } = route.config ?? {};
    if (!access || !rate) throw new Error(`Route ${String(route.method)} ${route.url} declares no policy`);
    for (const method of [route.method].flat()) {
      app.routeTable.push({ method, path: route.url, access, rate, ...(crossSite && { crossSite }) });
    }
  });
}

export const routePolicyPlugin = fastifyPlugin(routePolicy, { name: 'route-policy' });
