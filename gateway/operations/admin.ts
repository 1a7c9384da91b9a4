import fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Health } from './health.ts';
import { probeUpstream } from './probe-upstream.ts';

/** The chart and `deploy/proxy/haproxy.cfg` wait 5 s for `/readyz`. */
const maxProbeMs = 3_000;

type Readiness = 'ok' | 'starting' | 'overloaded' | 'shutting down';

/** The server for operators, on its own port. decisions.md §2; §3, Limits */
export async function createAdminServer(config: Config, gateway: FastifyInstance): Promise<FastifyInstance> {
  const { metrics, health, redis, upstream } = gateway;
  const admin = fastify({ logger: false, forceCloseConnections: true });
  const isUpstreamUp = cacheFor(1_000, () =>
    probeUpstream(config.apiBaseUrl, Math.min(config.upstreamConnectTimeoutMs, maxProbeMs), upstream.lookup),
  );

  admin.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  });
  admin.setErrorHandler((_error, _request, reply) => reply.code(500).send({ code: 13, message: 'Internal error' }));
  admin.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 5, message: 'Not found' }));

  admin.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()));
  // Alive while it responds: a restart fixes neither the upstream nor Redis.
  admin.get('/healthz', async () => ({ status: 'ok' }));
  admin.get('/readyz', async (_request, reply) => {
    // At once: the proxy must know before the gateway stops accepting connections.
    if (health.shuttingDown) return reply.code(503).send({ status: 'shutting down' satisfies Readiness });
    const [isUp, isRedisUp] = await Promise.all([isUpstreamUp(), redis?.ping() ?? null]);
    const status = readinessOf(health);
    // Reported only: without the upstream or Redis the gateway must still serve the pages that explain it.
    return reply
      .code(status === 'ok' ? 200 : 503)
      .send({ status, upstream: isUp ? 'up' : 'down', redis: isRedisUp === null ? 'off' : isRedisUp ? 'up' : 'down' });
  });
  return admin;
}

function readinessOf({ listening, overloaded, shuttingDown }: Health): Readiness {
  if (shuttingDown) return 'shutting down';
  if (!listening) return 'starting';
  return overloaded ? 'overloaded' : 'ok';
}

/** Caches a result for a while. */
function cacheFor<T>(milliseconds: number, load: () => Promise<T>): () => Promise<T> {
  let until = 0;
  let result: Promise<T>;
  return () => {
    if (performance.now() >= until) {
      until = performance.now() + milliseconds;
      result = load();
    }
    return result;
  };
}
