import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { readConfig } from '../../../gateway/config.ts';
import { type CallContext, callContext, createRequestHeaders } from '../../../gateway/upstream/request-headers.ts';
import { demoEnvironment } from '../../../scripts/demo-environment.ts';

const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const requestWith = (headers: object, url = '/') =>
  ({ id, headers, clientAddress: '2001:db8::1:7', span: null, url, raw: { url } }) as unknown as FastifyRequest;

describe('the context of a request', () => {
  test('has defaults for a browser that sends no headers', () => {
    expect(callContext(requestWith({}), undefined)).toEqual({
      traceId: id,
      locale: 'en',
      clientAddress: '2001:db8::1:7',
      network: '2001:db8::',
      accept: 'application/json',
      acceptEncoding: 'identity',
      appVersion: null,
      span: null,
    });
  });

  test('has the values of the headers', () => {
    const headers = { accept: 'text/plain', 'accept-encoding': 'gzip, zstd', 'app-version': '1.2.3-beta+4' };
    expect(callContext(requestWith(headers), 'de')).toMatchObject({
      locale: 'de',
      accept: 'text/plain',
      acceptEncoding: 'gzip',
      appVersion: '1.2.3-beta+4',
    });
  });

  test.each(['', 'a b', 'x'.repeat(33), ['1', '2'], '1\n', 'ü'])('ignores the version %j', (version) => {
    expect(callContext(requestWith({ 'app-version': version }), undefined).appVersion).toBeNull();
  });

  test('keeps an Accept header of up to 256 characters', () => {
    const acceptFrom = (length: number) => callContext(requestWith({ accept: 'a'.repeat(length) }), undefined).accept;
    expect([acceptFrom(256), acceptFrom(257)]).toEqual(['a'.repeat(256), 'application/json']);
  });

  test('ignores several Accept-Encoding headers', () => {
    const { acceptEncoding } = callContext(requestWith({ 'accept-encoding': ['gzip', 'br'] }), undefined);
    expect(acceptEncoding).toBe('identity');
  });
});

describe('the headers of a request to the upstream', () => {
  const ports = { port: 3000, sandboxPort: 1, adminPort: 0 };
  const config = readConfig({
    ...demoEnvironment(ports),
    PUBLIC_ORIGIN: 'https://account.example:8443',
    APP_IDENTITY: 'fjord.web',
    APP_VERSION: '7.8.9',
  });
  const context: CallContext = callContext(requestWith({}), undefined);
  const build = createRequestHeaders(config);

  test('are built from nothing', () => {
    const { traceparent, ...headers } = build(calls.profile, context, null, false, null);
    expect(headers).toEqual({
      'app-identity': 'fjord.web',
      'user-locale': 'en',
      'trace-id': id,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'x-forwarded-for': '2001:db8::1:7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'account.example:8443',
    });
    expect(traceparent).toMatch(/^00-0f8fad5bd9cb469fa16570867728950e-(?!0{16})[\da-f]{16}-00$/);
  });

  test('contain the token, the type of a body and the span, if there is one', () => {
    const headers = build(calls.profile, context, 'token', true, { traceparent: 'theirs' } as never);
    expect(headers).toMatchObject({
      authorization: 'token',
      'content-type': 'application/json',
      traceparent: 'theirs',
    });
  });

  test('contain the app version if the call requires it: the client’s or the gateway’s', () => {
    expect(build(calls.routerSetup, context, null, false, null)).toMatchObject({ 'app-version': '7.8.9' });
    expect(build(calls.routerSetup, { ...context, appVersion: '9' }, null, false, null)).toMatchObject({
      'app-version': '9',
    });
  });
});
