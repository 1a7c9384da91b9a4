import { expect, expectTypeOf, test } from 'vitest';
import { type Call, calls } from '#shared/calls.ts';
import type { DocumentedCall } from '#shared/contract/documented-call.ts';
import { contract, type RequestOf, type ResponseOf } from '#shared/contract.ts';
import type { Acknowledgment } from '#shared/entity.ts';
import type { ProfileResponse } from '#shared/profile.ts';
import { responses } from '#shared/responses.ts';

test('documents exactly the calls of the table', () => {
  expect(Object.keys(contract).sort()).toEqual(Object.keys(calls).sort());
});

test('no two calls share method and path', () => {
  const addresses = Object.values(calls).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('every call of the browser has a response schema, except redirects', () => {
  const expected = Object.entries<Call>(calls).filter(([, call]) => call.access !== 'gateway' && !call.redirects);
  expect(Object.keys(responses).sort()).toEqual(expected.map(([name]) => name).sort());
});

test('exactly the calls that need a session document the error without one', () => {
  const documented: Readonly<Record<string, DocumentedCall>> = contract;
  for (const [name, call] of Object.entries<Call>(calls)) {
    expect('noSession' in (documented[name]?.errors ?? {}), name).toBe(call.access === 'session');
  }
});

test('infers request and response types from a call', () => {
  expectTypeOf<RequestOf<typeof calls.renameDevice>>().toEqualTypeOf<{ device_id: string; name: string }>();
  expectTypeOf<RequestOf<typeof calls.unlinkDevice>>().toEqualTypeOf<{ device_id: string }>();
  expectTypeOf<RequestOf<typeof calls.deleteAccount>>().toEqualTypeOf<undefined>();
  expectTypeOf<RequestOf<typeof calls.profile>>().toEqualTypeOf<undefined>();
  expectTypeOf<ResponseOf<typeof calls.profile>>().toEqualTypeOf<ProfileResponse>();
  expectTypeOf<ResponseOf<typeof calls.verifyOneTimeCode>>().toEqualTypeOf<Acknowledgment>();
});
