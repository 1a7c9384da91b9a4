import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Call } from '#shared/calls.ts';
import type { Locale } from '#shared/locale.ts';
import type { Config } from '../config.ts';
import { clientNetwork } from '../http/client-network.ts';
import { requestLocale } from '../http/request-locale.ts';
import type { Span } from '../http/span.ts';
import { acceptableEncodings } from './decode-body.ts';

/** What is known of a browser's request. Nothing that refers to the request, because a refresh may outlive it. */
export interface CallContext {
  readonly traceId: string;
  /** When the request came, in milliseconds since 1970. */
  readonly receivedAt: number;
  readonly locale: Locale;
  readonly clientAddress: string;
  /** Limits count it as one client. */
  readonly network: string;
  readonly accept: string;
  readonly acceptEncoding: string;
  /** The client's version, if it sent one. */
  readonly appVersion: string | null;
  /** The span that requests to the upstream belong to. */
  readonly span: Span | null;
}

/** Browsers send less than 200 characters. What waits for a turn keeps it, also when its client has left. */
const maxAcceptLength = 256;

export function callContext(request: FastifyRequest, localeCookie: string | undefined): CallContext {
  const { accept, 'accept-encoding': encoding, 'app-version': version } = request.headers;
  return {
    traceId: request.id,
    receivedAt: request.receivedAt,
    locale: requestLocale(request, localeCookie),
    clientAddress: request.clientAddress,
    network: clientNetwork(request.clientAddress),
    accept: accept === undefined || accept.length > maxAcceptLength ? 'application/json' : accept,
    acceptEncoding: acceptableEncodings(typeof encoding === 'string' ? encoding : undefined),
    appVersion: typeof version === 'string' && /^[\w.+-]{1,32}$/.test(version) ? version : null,
    span: request.span,
  };
}

/** The headers of a request to the upstream, built from nothing. decisions.md §3, Requests to the upstream */
export function createRequestHeaders(config: Config) {
  const { protocol, host } = new URL(config.publicOrigin);
  const forwardedProto = protocol.slice(0, -1);
  return (
    call: Call,
    context: CallContext,
    accessToken: string | null,
    hasBody: boolean,
    span: Span | null,
  ): Record<string, string> => ({
    'app-identity': config.appIdentity,
    'user-locale': context.locale,
    'trace-id': context.traceId,
    traceparent: span?.traceparent ?? `00-${context.traceId.replaceAll('-', '')}-${randomSpanId()}-00`,
    accept: context.accept,
    'accept-encoding': context.acceptEncoding,
    'x-forwarded-for': context.clientAddress,
    'x-forwarded-proto': forwardedProto,
    'x-forwarded-host': host,
    // The token alone, without `Bearer`. product.md §7
    ...(accessToken !== null && { authorization: accessToken }),
    ...(hasBody && { 'content-type': 'application/json' }),
    ...(call.sendsAppVersion && { 'app-version': context.appVersion ?? config.appVersion }),
  });
}

/** 16 hexadecimal digits; never all zero, because the digits of a UUID that it takes include its version. */
const randomSpanId = (): string => randomUUID().replaceAll('-', '').slice(0, 16);

export type RequestHeaders = ReturnType<typeof createRequestHeaders>;
