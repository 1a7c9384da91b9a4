import type { FastifyRequest } from 'fastify';
import type { Call } from '#shared/calls.ts';
import type { Locale } from '#shared/locale.ts';
import type { Config } from '../config.ts';
import { requestLocale } from '../http/request-locale.ts';
import { acceptableEncodings } from './decode-body.ts';

/** What the upstream is told about a browser's request: plain values, so that a refresh may outlive the request. */
export interface CallContext {
  readonly traceId: string;
  readonly locale: Locale;
  readonly clientAddress: string;
  readonly accept: string;
  readonly acceptEncoding: string;
  /** The client's own, if it named one. */
  readonly appVersion: string | null;
}

export function callContext(request: FastifyRequest, localeCookie: string | undefined): CallContext {
  const { accept, 'accept-encoding': encoding, 'app-version': version } = request.headers;
  return {
    traceId: request.id,
    locale: requestLocale(request, localeCookie),
    clientAddress: request.clientAddress,
    accept: accept ?? 'application/json',
    acceptEncoding: acceptableEncodings(typeof encoding === 'string' ? encoding : undefined),
    appVersion: typeof version === 'string' && /^[\w.+-]{1,32}$/.test(version) ? version : null,
  };
}

/** The headers of a request to the upstream, built from nothing: name, value, name, value. decisions.md §3 */
export function createRequestHeaders(config: Config) {
  const { protocol, host } = new URL(config.publicOrigin);
  const forwardedProto = protocol.slice(0, -1);
  return function requestHeaders(call: Call, context: CallContext, access: string | null, hasBody: boolean): string[] {
    const headers = [
      'app-identity',
      config.appIdentity,
      'user-locale',
      context.locale,
      'trace-id',
      context.traceId,
      'accept',
      context.accept,
      'accept-encoding',
      context.acceptEncoding,
      'x-forwarded-for',
      context.clientAddress,
      'x-forwarded-proto',
      forwardedProto,
      'x-forwarded-host',
      host,
      'authorization',
      access ?? '',
    ];
    // Taken off rather than put on: what grows is copied.
    if (access === null) headers.length -= 2;
    if (hasBody) headers.push('content-type', 'application/json');
    if (call.extraHeaders) headers.push('app-version', context.appVersion ?? config.appVersion);
    return headers;
  };
}

export type RequestHeaders = ReturnType<typeof createRequestHeaders>;

/** The path with those query values that the call lists; every other one stays behind. */
export function pathWithQuery(call: Call, url: string): string {
  const start = url.indexOf('?');
  if (start === -1 || !call.query) return call.path;
  const given = new URLSearchParams(url.slice(start));
  const passed = new URLSearchParams(
    call.query.flatMap((name) => given.getAll(name).map((value): [string, string] => [name, value])),
  );
  return passed.size === 0 ? call.path : `${call.path}?${passed}`;
}
