import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../config.ts';
import { onRequestClosed } from '../http/on-request-closed.ts';

/** A span for each request, where OTEL_EXPORTER_OTLP_ENDPOINT is set. decisions.md §2 */
async function traces(app: FastifyInstance, config: Config): Promise<void> {
  app.decorateRequest('span', null);
  if (config.otlpEndpoint === null) return;
  // Imported only here: without an endpoint no tracing code is loaded.
  const { createTracer } = await import('./otlp.ts');
  const tracer = createTracer(config);
  app.addHook('onRequest', (request, reply, done) => {
    const span = tracer.startRequest(request.id);
    request.span = span;
    onRequestClosed(reply, () => {
      span.end({
        'http.request.method': request.method,
        'http.route': request.is404 ? 'none' : (request.routeOptions.url ?? 'none'),
        'http.response.status_code': reply.raw.statusCode,
        ...(request.failureCause && { 'error.type': request.failureCause }),
      });
    });
    done();
  });
  app.addHook('onClose', () => tracer.close());
}

export const tracesPlugin = fastifyPlugin(traces, { name: 'traces' });
