import {
  type Attributes,
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { Resource } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { Config } from '../config.ts';
import type { Span } from '../http/span.ts';

/** Gives the next root span the trace id of its request. */
class RequestIds extends RandomIdGenerator {
  next = '';
  override generateTraceId = () => this.next;
}

export interface Tracer {
  /** @param traceId the request's UUID */
  startRequest(traceId: string): Span;
  close(): Promise<void>;
}

/** Sends spans to an OTLP/HTTP receiver, in batches. Loaded only where OTEL_EXPORTER_OTLP_ENDPOINT is set. */
export function createTracer({ otlpEndpoint, traceSampleRatio, appVersion, environment }: Config): Tracer {
  const ids = new RequestIds();
  const provider = new BasicTracerProvider({
    idGenerator: ids,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(traceSampleRatio) }),
    resource: new Resource({
      'service.name': 'account-web',
      'service.version': appVersion,
      'deployment.environment.name': environment,
    }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${otlpEndpoint}/v1/traces`, timeoutMillis: 3_000 })),
    ],
  });
  const tracer = provider.getTracer('account-web');

  const wrap = (span: OtelSpan, context: Context): Span => ({
    get traceparent() {
      const { traceId, spanId, traceFlags } = span.spanContext();
      return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
    },
    get sampledTraceId() {
      const { traceId, traceFlags } = span.spanContext();
      return traceFlags & TraceFlags.SAMPLED ? traceId : null;
    },
    startChild(name, kind) {
      const child = tracer.startSpan(name, { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL }, context);
      return wrap(child, trace.setSpan(context, child));
    },
    end(attributes: Attributes = {}) {
      span.setAttributes(attributes).end();
    },
  });
  return {
    startRequest(traceId) {
      ids.next = traceId.replaceAll('-', '');
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER, root: true });
      return wrap(span, trace.setSpan(ROOT_CONTEXT, span));
    },
    // A receiver that is down must not fail the shutdown.
    close: () => provider.shutdown().catch(() => undefined),
  };
}
