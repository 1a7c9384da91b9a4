import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { pathWithQuery } from '../../../gateway/routes/path-with-query.ts';

describe('the query of a call', () => {
  const pathOf = (query: string, call: (typeof calls)[keyof typeof calls] = calls.profile) =>
    pathWithQuery(call, { raw: { url: call.path + query } } as FastifyRequest).slice(call.path.length);

  test.each([
    ['', ''],
    ['?', ''],
    ['?other=1', ''],
    ['?include_payment_data=true', '?include_payment_data=true'],
    [
      '?other=1&include_payment_data=a%26b&include_payment_data=c',
      '?include_payment_data=a%26b&include_payment_data=c',
    ],
  ])('%s is passed on as %s', (given, passed) => {
    expect(pathOf(given)).toBe(passed);
  });

  test('is dropped if the call lists no names', () => {
    expect(pathOf('?include_payment_data=true', calls.verifyOneTimeCode)).toBe('');
  });
});
