import {
  type Attributes,
  type Context,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
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

/** A class: an object with getters and functions of its own takes a kilobyte more, for thousands of spans at a time. */
class OtlpSpan implements Span {
  readonly #tracer: OtelTracer;
  readonly #span: OtelSpan;
  readonly #context: Context;

  constructor(tracer: OtelTracer, span: OtelSpan, parent: Context) {
    this.#tracer = tracer;
    this.#span = span;
    this.#context = trace.setSpan(parent, span);
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext();
    return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
  }

  get sampledTraceId(): string | null {
    const { traceId, traceFlags } = this.#span.spanContext();
    return traceFlags & TraceFlags.SAMPLED ? traceId : null;
  }

  startChild(name: string, kind: 'internal' | 'client'): Span {
    const options = { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL };
    return new OtlpSpan(this.#tracer, this.#tracer.startSpan(name, options, this.#context), this.#context);
  }

  end(attributes: Attributes = {}): void {
    this.#span.setAttributes(attributes).end();
  }
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
      new BatchSpanProcessor(
        new OTLPTraceExporter({ url: `${otlpEndpoint}/v1/traces`, timeoutMillis: 3_000 }),
        // What a receiver that hangs keeps in memory.
        { maxQueueSize: 512, maxExportBatchSize: 256 },
      ),
    ],
  });
  const tracer = provider.getTracer('account-web');

  return {
    startRequest(traceId) {
      ids.next = traceId.replaceAll('-', '');
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER, root: true });
      return new OtlpSpan(tracer, span, ROOT_CONTEXT);
    },
    // A receiver that is down must not fail the shutdown.
    close: () => provider.shutdown().catch(() => undefined),
  };
}
