/** A part of a request's trace. Null wherever a request is not traced. */
export interface Span {
  /** For a request that is sent within this span; W3C Trace Context. */
  readonly traceparent: string;
  /** 32 hexadecimal digits; null when this trace is not exported. */
  readonly sampledTraceId: string | null;
  startChild(name: string, kind: 'internal' | 'client'): Span;
  end(attributes?: Readonly<Record<string, string | number>>): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null;
  }
}
